// The legend: which keys are checked, one alone, all or none, and the search. The
// keys are Go's text; only what changes while they stand is set here.

import type { View } from "./wire";

const keysOf = () => Array.from(document.querySelectorAll<HTMLElement>(".legend .key"));

export class Keys {
  private view: View | null = null;

  constructor(private readonly choose: (series: number[], on: boolean) => void, private readonly solo: (series: number) => void) {
    document.addEventListener("change", (event) => {
      const box = event.target as HTMLInputElement;
      const key = box.closest?.<HTMLElement>(".legend .key");
      if (key) this.choose([number(key)], box.checked);
    });
    document.addEventListener("click", (event) => {
      const button = (event.target as Element).closest?.<HTMLElement>(".key .solo, [data-keys]");
      if (!button) return;
      if (button.dataset.keys) this.choose(keysOf().filter((key) => !key.hidden).map(number), button.dataset.keys === "show");
      else this.solo(number(button.closest<HTMLElement>(".key")!));
    });
    document.addEventListener("input", (event) => {
      if ((event.target as HTMLElement).id === "key-search") this.search();
    });
  }

  setView(view: View): void {
    this.view = view;
    for (const key of keysOf()) {
      const i = number(key);
      const box = key.querySelector("input")!;
      box.checked = view.series[i]!.shown;
      key.querySelector(".solo")?.setAttribute("aria-pressed", String(i === view.solo));
    }
    this.search();
  }

  /** Hides the keys that lack a word of what is typed, in any order, and says how
   * many are left. */
  private search(): void {
    const field = document.getElementById("key-search") as HTMLInputElement;
    const words = field.hidden ? [] : field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let [found, on] = [0, 0];
    const keys = keysOf();
    for (const key of keys) {
      const text = `${key.querySelector("input")!.dataset.series} ${key.textContent}`.toLowerCase();
      key.hidden = !words.every((word) => text.includes(word));
      if (!key.hidden) found++;
      if (this.view?.series[number(key)]?.shown) on++;
    }
    for (const group of document.querySelectorAll<HTMLElement>(".key-group")) group.hidden = !group.querySelector(".key:not([hidden])");
    const said = words.length ? `${found} of ${keys.length} match` : `${on} of ${keys.length} on show`;
    const count = document.getElementById("key-count")!;
    if (count.textContent !== said) count.textContent = said;
    for (const button of document.querySelectorAll<HTMLElement>("[data-keys]")) {
      const all = words.length ? "these" : "all";
      button.textContent = `${button.dataset.keys === "show" ? "Show" : "Hide"} ${all}`;
    }
  }
}

function number(key: HTMLElement): number {
  return Number(key.dataset.key);
}
