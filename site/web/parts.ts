// Parts of the page whose HTML Go writes and escapes, as one text each. A part is
// put in place only where it changed, and what a reader opened or had the focus on
// in it stays so.

const written = new WeakMap<Element, string>();

export function put(id: string, html: string): void {
  const part = document.getElementById(id);
  if (!part || (written.get(part) === html && part.hasChildNodes())) return;
  const focus = part.contains(document.activeElement) ? place(part, document.activeElement!) : -1;
  const open = new Map(Array.from(part.querySelectorAll<HTMLDetailsElement>("details[data-key]"), (d) => [d.dataset.key, d.open]));
  written.set(part, html);
  part.innerHTML = html;
  for (const details of part.querySelectorAll<HTMLDetailsElement>("details[data-key]")) {
    details.open = open.get(details.dataset.key) ?? details.open;
  }
  if (focus >= 0) stops(part)[focus]?.focus({ preventScroll: true });
}

const stops = (part: Element) => Array.from(part.querySelectorAll<HTMLElement>("a, button, input, summary, [tabindex]"));

const place = (part: Element, element: Element) => stops(part).indexOf(element as HTMLElement);
