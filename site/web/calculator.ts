// The Calculator's lists: a row that is opened is filled with what it rests on,
// which Go writes and escapes. What its fields are set to goes to Go.

import type { Entrances } from "./wire";

export function calculator(go: () => Entrances | null, basis: (list: number, series: number) => string): void {
  // toggle does not bubble: it is heard on the way down.
  document.addEventListener("toggle", (event) => {
    const row = event.target as HTMLDetailsElement;
    if (row.open && row.dataset.list) row.lastElementChild!.innerHTML = basis(Number(row.dataset.list), Number(row.dataset.series));
  }, true);
  document.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    if (box.dataset.system) go()?.choose([Number(box.dataset.system)], box.checked);
    if (box.dataset.field) go()?.set(box.dataset.field, box.value);
  }, true); // a pause in typing does not bubble either
}
