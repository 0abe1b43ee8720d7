/**
 * The looks, as one constructed sheet: no inline style, which a host page's
 * policy may forbid. Colours come from the article around: text is its colour,
 * rules are a grey that shows on any ground. The words are English and go from left
 * to right in any page, unless the element itself has another dir.
 */
const CSS = `
:host{display:block;container-type:inline-size;margin-block:1em;font-family:var(--iso-font,inherit);color:var(--iso-text,inherit)}
:host([hidden]){display:none}
:host([theme=light]),:host([theme=dark]){padding:.6em .8em}
:host([theme=light]){color:var(--iso-text,#1a1d23);background:var(--iso-ground,#fff)}
:host([theme=dark]){color:var(--iso-text,#e8ebf0);background:var(--iso-ground,#171b21)}
.frame{color-scheme:light;direction:ltr;text-align:start;--i-rule:var(--iso-border,rgb(128 128 128/.4));--i-tint:var(--iso-tint,rgb(128 128 128/.14));--i-muted:var(--iso-muted,color-mix(in srgb,currentColor 78%,transparent));--i-accent:var(--iso-accent,#0b5cad)}
:host([dir=rtl]) .frame{direction:rtl}
.frame.dark{color-scheme:dark;--i-accent:var(--iso-accent,#7db8f5)}
[hidden]{display:none!important}
.static{overflow-x:auto;overflow-wrap:break-word}
.scroll{overflow-x:auto;margin-block:.5em}
.scroll:focus-visible,button:focus-visible,input:focus-visible,a:focus-visible,summary:focus-visible,svg:focus-visible{outline:2px solid var(--i-accent);outline-offset:2px}
table{border-collapse:collapse;inline-size:100%;font-size:.9em;line-height:1.35;font-variant-numeric:tabular-nums}
th,td{padding:.35em .6em;text-align:end;vertical-align:bottom;border-block-end:1px solid var(--i-rule);unicode-bidi:isolate}
td{vertical-align:baseline}
thead th{border-block-end-width:2px;font-weight:600}
tbody th{font-weight:600;vertical-align:baseline}
th:first-child{text-align:start;position:sticky;inset-inline-start:0;background:var(--iso-ground,var(--i-under,Canvas))}
td[data-state=above],td[data-state=below],td[data-state=not_measured],td[data-state=neither],td[data-state=absent]{color:var(--i-muted);font-size:.9em}
tr.here>*{background:var(--i-tint)}
th button{all:unset;cursor:pointer;text-align:end}
th button:hover{text-decoration:underline}
th button:focus-visible{outline:2px solid var(--i-accent);outline-offset:2px}
th[aria-sort=ascending] button::after{content:" \\2191"}
th[aria-sort=descending] button::after{content:" \\2193"}
.notes{margin:.5em 0;padding-inline-start:1.2em;font-size:.82em;line-height:1.45;color:var(--i-muted);overflow-wrap:anywhere}
.notes a,.bar a{color:var(--i-accent)}
.bar{display:flex;flex-wrap:wrap;gap:.4em .9em;align-items:center;font-size:.85em;margin-block:.5em}
.bar label,.bar fieldset{display:inline-flex;flex-wrap:wrap;align-items:center;gap:.4em;margin:0;padding:0;border:0;min-inline-size:0}
.bar input[type=range]{inline-size:14em;max-inline-size:100%;accent-color:var(--i-accent);margin:0;min-block-size:24px;direction:ltr}
.bar input[type=number]{font:inherit;inline-size:6.5em;box-sizing:border-box;padding:.2em .4em;min-block-size:26px;border:1px solid currentColor;border-radius:4px;background:Field;color:FieldText}
.bar button,.note button{font:inherit;font-size:.95em;min-block-size:26px;padding:.15em .6em;border:1px solid var(--i-rule);border-radius:4px;background:var(--i-tint);color:inherit;cursor:pointer}
.bar button:hover,.note button:hover{border-color:currentColor}
button[aria-pressed=true]{border-color:var(--i-accent);box-shadow:inset 0 0 0 1px var(--i-accent);font-weight:600}
summary{cursor:pointer;min-block-size:24px;font-size:.85em}
details .bar{margin-block:.3em}
.note{margin-block:.5em;padding:.4em .7em;border-inline-start:3px solid var(--i-accent);background:var(--i-tint);font-size:.85em;line-height:1.45;overflow-wrap:anywhere}
.note p{margin:0 0 .3em}
.note p:last-child{margin:0}
.note .choice{display:flex;flex-wrap:wrap;gap:.5em}
textarea{inline-size:100%;box-sizing:border-box;font:.75rem/1.4 ui-monospace,monospace}
svg.plot{display:block;inline-size:100%;block-size:auto;direction:ltr;font:12px var(--iso-font,system-ui,sans-serif);touch-action:pan-y;cursor:crosshair}
.plot text{fill:currentColor}
.plot .grid{stroke:var(--i-rule);stroke-width:1}
.plot .target{stroke:var(--iso-line,currentColor);stroke-dasharray:2 3;opacity:.75}
.plot .line{stroke:var(--iso-line,#b3002d);stroke-width:1.5}
.dark .plot .line{stroke:var(--iso-line,#ff7a90)}
.plot .curve{fill:none;stroke-width:2}
.plot .point{stroke-width:1.5}
.plot .off{fill:none;opacity:.6;stroke-width:1}
.legend{display:flex;flex-wrap:wrap;gap:.2em 1.2em;list-style:none;margin:.4em 0;padding:0;font-size:.85em}
.legend li{display:inline-flex;gap:.45em;align-items:center;unicode-bidi:isolate}
.legend svg{flex:none}
.legend b{font-variant-numeric:tabular-nums}
.title{font-size:.9em;font-weight:600;line-height:1.35;margin:0 0 .3em}
.reading{font-size:.85em;margin:.3em 0;min-block-size:1.4em}
.dark{--i-s0:var(--iso-s0,#5cb3f0);--i-s1:var(--iso-s1,#ff9a57);--i-s2:var(--iso-s2,#3fc79a);--i-s3:var(--iso-s3,#e58bc4);--i-s4:var(--iso-s4,#c3cad5);--i-s5:var(--iso-s5,#e0b13a);--i-s6:var(--iso-s6,#a797ff);--i-s7:var(--iso-s7,#ff7b7b)}
.frame:not(.dark){--i-s0:var(--iso-s0,#0067a5);--i-s1:var(--iso-s1,#c2500a);--i-s2:var(--iso-s2,#007a56);--i-s3:var(--iso-s3,#a8447f);--i-s4:var(--iso-s4,#414a58);--i-s5:var(--iso-s5,#8d6200);--i-s6:var(--iso-s6,#6a51c7);--i-s7:var(--iso-s7,#c01f3a)}
.c0{color:var(--i-s0)}.c1{color:var(--i-s1)}.c2{color:var(--i-s2)}.c3{color:var(--i-s3)}.c4{color:var(--i-s4)}.c5{color:var(--i-s5)}.c6{color:var(--i-s6)}.c7{color:var(--i-s7)}
@container (max-width:30em){table{font-size:.82em}th,td{padding:.3em .4em}.bar label{inline-size:100%}.bar input[type=range]{flex:1;inline-size:8em}}
@media print{.bar,.choice,.reading,details{display:none!important}.scroll{overflow:visible}th:first-child{position:static}.note{border:1px solid var(--i-rule)}}
@media (forced-colors:active){tr.here>*{outline:1px solid Highlight}}
`;

let sheet: CSSStyleSheet | undefined;

/** The sheet, made once. An old browser throws. */
export function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  return sheet;
}

/** Whether an element's text is light, and its ground so dark. */
export function onDark(element: Element): boolean {
  const { color } = getComputedStyle(element);
  const [a = 0, b = 0, c = 0] = color.split(/[\s(),/]+/).map(parseFloat).filter((v) => !Number.isNaN(v));
  if (/^okl/.test(color)) return a > 0.6;
  if (/^l/.test(color)) return a > 55;
  return (0.2126 * a + 0.7152 * b + 0.0722 * c) * (/^color/.test(color) ? 255 : 1) > 128;
}

/** The colour behind an element: that of the nearest ancestor which has one. */
export function ground(element: Element): string | null {
  for (let at: Element | null = element; at; at = at.assignedSlot ?? at.parentElement ?? ((at.getRootNode() as ShadowRoot).host as Element | undefined) ?? null) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== 'transparent' && !/, 0\)$/.test(colour)) return colour;
  }
  return null;
}
