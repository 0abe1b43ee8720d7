/**
 * The page for an iframe: the element that the query names, with the query's other
 * parts as its attributes; and the height that it needs, told to the page around
 * as `{ isofront: 'height', height: 412, id: '...' }`, where id is the query's.
 */

import { ATTRIBUTES } from './attributes';

const asked = new URLSearchParams(location.search);
const element = document.createElement(asked.get('element') === 'iso-chart' ? 'iso-chart' : 'iso-table');
for (const [name, value] of asked) {
  // The data are this site's: its policy allows no others.
  if (name !== 'data' && ATTRIBUTES.includes(name)) element.setAttribute(name, value);
}
const sheet = new CSSStyleSheet();
sheet.replaceSync('html{color-scheme:light dark}body{margin:0;padding:1px 4px;font:16px/1.5 system-ui,sans-serif}');
document.adoptedStyleSheets = [sheet];
if (/^(light|dark)$/.test(element.getAttribute('theme') ?? '')) sheet.insertRule(`html{color-scheme:${element.getAttribute('theme')}}`, sheet.cssRules.length);
document.body.replaceChildren(element);

new ResizeObserver(() => {
  parent.postMessage({ isofront: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height), id: asked.get('id') }, '*');
}).observe(document.documentElement);
