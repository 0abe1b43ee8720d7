// The Definitions view: its text, fetched when it is first opened, and its
// calculators, whose every number comes from Go.

import { Fragment } from "./fragment";
import type { Entrances } from "./wire";

const fieldEnd = "\x1f"; // as in site/line.go

export class Definitions {
  private readonly text: Fragment;
  private term: string | null = null; // on show

  constructor(url: string, private readonly go: () => Entrances | null) {
    this.text = new Fragment("definitions", url, "the text of the definitions", "This site was built without definitions.", (box) => {
      for (const form of box.querySelectorAll<HTMLFormElement>("[data-calc]")) this.calculate(form);
    });
    document.addEventListener("input", ({ target }) => {
      const form = (target as Element).closest<HTMLFormElement>("[data-calc]");
      if (form) this.calculate(form);
    });
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>("#definitions a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { term } = link.dataset;
      const here = term ?? link.closest("section")?.id.slice(2);
      if (!here) return;
      // The rest of the address stays as it is, and Back from a comparison leads
      // to where the reader left.
      const address = `#v=definitions&d=${here}&${location.hash.slice(1).replace(/(^|&)[vd]=[^&]*/g, "").replace(/^&/, "")}`.replace(/&$/, "");
      if (term === undefined) {
        history.replaceState(null, "", address);
        return;
      }
      event.preventDefault();
      if (location.hash === address) this.show(term);
      else location.hash = address;
    });
  }

  /** After each render. */
  shown(view: string, term: string): void {
    const now = view === "definitions" ? term : null;
    if (this.term === now) return;
    this.term = now;
    if (now !== null) void this.text.open().then(() => this.show(now));
  }

  private show(term: string): void {
    const head = term && document.getElementById(`t-${term}`);
    if (!head) return;
    head.closest("section")!.scrollIntoView();
    head.focus({ preventScroll: true });
  }

  private calculate(form: HTMLFormElement): void {
    const typed: string[] = [];
    const fields = [...form.querySelectorAll<HTMLInputElement>("[data-at]")];
    for (const field of fields) typed[Number(field.dataset.at)] = field.dataset.how! + field.value;
    const all = Array.from(typed, (text) => text ?? "").join(fieldEnd);
    let wrong = -1;
    const evaluate = (expression: string): string => {
      const answer = this.go()!.calculate(expression, all);
      if (answer[0] !== "!") return answer;
      wrong = Number(answer.slice(1));
      return "";
    };
    for (const { dataset } of fields) if (dataset.must && evaluate(dataset.must)[0] === "-") wrong = Number(dataset.at);
    const lines = [...form.querySelectorAll<HTMLElement>("[data-out]")];
    const answers = lines.map((line) => evaluate(line.dataset.out!));
    for (const field of fields) {
      const bad = Number(field.dataset.at) === wrong;
      field.setAttribute("aria-invalid", String(bad));
      document.getElementById(`${field.id}-w`)!.hidden = !bad;
    }
    lines.forEach((line, i) => {
      const [value, absent] = [...line.querySelectorAll("span")] as [HTMLElement, HTMLElement];
      const text = wrong < 0 ? answers[i]! : "";
      value.firstElementChild!.textContent = text;
      value.hidden = text === "";
      absent.hidden = text !== "" || wrong >= 0;
    });
  }
}
