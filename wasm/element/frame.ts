/**
 * The page for an iframe: the element that the query names, with the query's other
 * parts as its attributes; and the height that it needs, told to the page around
 * as `{ isofront: 'height', height: 412, id: '...' }`, where id is the query's.
 */

import { ATTRIBUTES } from './attributes';

const asked = new URLSearchParams(location.search);
const element = document.createElement(asked.get('element') === 'iso-chart' ? 'iso-chart' : 'iso-table');
/** What of the query is not used, in the words of the element's own notes. */
const notes: string[] = [];
const seen = new Set<string>();
for (const [key, value] of asked) {
  const name = key.toLowerCase();
  const shown = key.length > 40 ? `${key.slice(0, 40)}…` : key;
  if (seen.has(name)) notes.push(`${shown}: is there twice. The last is used.`);
  seen.add(name);
  // The data are this site's: its policy allows no others.
  if (name === 'data') notes.push('data: a frame shows the data of its own site.');
  else if (ATTRIBUTES.includes(name)) element.setAttribute(name, value);
  else if (name === 'element') {
    if (!/^iso-(table|chart)$/.test(value)) notes.push('element: is neither iso-table nor iso-chart. A table is shown.');
  } else if (name !== 'id' && !/^utm_|clid$/.test(name)) {
    // Hosts add the names by which they count visits.
    const meant = ATTRIBUTES.find((a) => a.slice(0, 3) === name.slice(0, 3));
    notes.push(`${shown}: not an attribute of this element.${meant ? ` Is it ${meant}?` : ''}`);
  }
}
const sheet = new CSSStyleSheet();
sheet.replaceSync('html{color-scheme:light dark}body{margin:0;padding:1px 4px;font:1rem/1.5 system-ui,sans-serif}#unused{margin:4px 0;font-size:.8125rem;overflow-wrap:anywhere}');
document.adoptedStyleSheets = [sheet];
if (/^(light|dark)$/.test(element.getAttribute('theme') ?? '')) sheet.insertRule(`html{color-scheme:${element.getAttribute('theme')}}`, sheet.cssRules.length);
document.body.replaceChildren(element);
if (notes.length) {
  const note = document.createElement('p');
  note.id = 'unused';
  note.setAttribute('role', 'note');
  note.textContent = [...notes.slice(0, 8), ...(notes.length > 8 ? [`And ${notes.length - 8} more.`] : [])].join(' ');
  document.body.prepend(note);
}

new ResizeObserver(() => {
  parent.postMessage({ isofront: 'height', height: Math.ceil(document.documentElement.getBoundingClientRect().height), id: asked.get('id') }, '*');
}).observe(document.documentElement);
