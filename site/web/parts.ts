// Parts of the page whose HTML Go writes and escapes, as one text each. A part is
// put in place only where it changed, and what a reader opened or had the focus on
// in it stays so.

const written = new WeakMap<Element, string>();

/** Of a field the content is its value, of a note what is wrong with the field. */
export function put(id: string, content: string): void {
  const part = document.getElementById(id);
  if (part instanceof HTMLInputElement || part instanceof HTMLSelectElement) {
    if (part.value !== content) part.value = content;
    return;
  }
  if (!part || (written.get(part) === content && part.hasChildNodes() === (content !== ""))) return;
  const focus = part.contains(document.activeElement) ? stops(part).indexOf(document.activeElement as HTMLElement) : -1;
  const open = new Map(Array.from(part.querySelectorAll<HTMLDetailsElement>("details[data-key]"), (d) => [d.dataset.key, d.open]));
  written.set(part, content);
  part.innerHTML = content;
  for (const details of part.querySelectorAll<HTMLDetailsElement>("details[data-key]")) {
    details.open = open.get(details.dataset.key) ?? details.open;
  }
  if (focus >= 0) stops(part)[focus]?.focus({ preventScroll: true });
  if (id.endsWith("-note")) {
    part.hidden = content === "";
    document.getElementById(id.slice(0, -5))?.setAttribute("aria-invalid", String(content !== ""));
  }
}

const stops = (part: Element) => Array.from(part.querySelectorAll<HTMLElement>("a, button, input, summary, [tabindex]"));
