// The Calculator's lists: a row that is opened is filled with what it rests on,
// which Go writes and escapes. What its fields are set to goes to Go.

import type { Entrances } from "./wire";

/** Returns what fills the open rows anew: what they rest on may have changed where
 * their own line did not. */
export function calculator(go: () => Entrances | null, basis: (list: number, series: number) => string): () => void {
  const fill = (row: HTMLDetailsElement) => {
    const html = basis(Number(row.dataset.list), Number(row.dataset.series));
    const place = row.lastElementChild!;
    if (place.innerHTML !== html) place.innerHTML = html;
  };
  // toggle does not bubble: it is heard on the way down.
  document.addEventListener("toggle", (event) => {
    const row = event.target as HTMLDetailsElement;
    if (row.open && row.dataset.list) fill(row);
  }, true);
  document.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    if (!box.closest("#calculator")) return;
    if (box.dataset.system) go()?.choose([Number(box.dataset.system)], box.checked);
    if (box.dataset.field) go()?.set(box.dataset.field, box.value);
  }, true); // a pause in typing does not bubble either
  return () => document.querySelectorAll<HTMLDetailsElement>("#calculator details[data-list][open]").forEach(fill);
}
