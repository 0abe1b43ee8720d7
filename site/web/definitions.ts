// The Definitions view: its text, fetched when it is first opened, and its
// calculators, whose every number comes from Go.

import { fetchFile } from "./module";
import type { Entrances } from "./wire";

const fieldEnd = "\x1f"; // as in site/line.go

export class Definitions {
  private go: Entrances | null = null;
  private loading: Promise<void> | null = null;
  private term: string | null = null; // on show

  constructor(private readonly url: string) {
    document.addEventListener("input", ({ target }) => {
      const form = (target as Element).closest<HTMLFormElement>("[data-calc]");
      if (form) this.calculate(form);
    });
    document.addEventListener("click", (event) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>("#definitions a");
      if ((event.target as Element).closest?.("#definitions .notice button")) this.open(this.term ?? "");
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

  started(go: Entrances): void {
    this.go = go;
  }

  /** After each render. */
  shown(view: string, term: string): void {
    const now = view === "definitions" ? term : null;
    if (this.term === now) return;
    this.term = now;
    if (now !== null) this.open(now);
  }

  private open(term: string): void {
    const box = document.getElementById("definitions")!;
    this.loading ??= this.load(box).catch((error: Error) => {
      this.loading = null;
      box.innerHTML = '<p class="notice" role="alert"><span></span> <button type="button">Try again</button></p>';
      box.querySelector("span")!.textContent = error.message;
    });
    void this.loading.then(() => this.show(term));
  }

  private show(term: string): void {
    const head = term && document.getElementById(`t-${term}`);
    if (!head) return;
    head.closest("section")!.scrollIntoView();
    head.focus({ preventScroll: true });
  }

  private async load(box: HTMLElement): Promise<void> {
    // One file that holds everything brings the text in a template.
    const here = document.querySelector<HTMLTemplateElement>("template#definitions-text");
    if (!here) box.innerHTML = '<p class="notice" role="status">Fetching the definitions…</p>';
    if (!here && !this.url) throw new Error("This site was built without definitions.");
    box.innerHTML = here ? here.innerHTML : await (await fetchFile(new URL(this.url, document.baseURI).href, "The text of the definitions")).text();
    for (const form of box.querySelectorAll<HTMLFormElement>("[data-calc]")) this.calculate(form);
  }

  private calculate(form: HTMLFormElement): void {
    const typed: string[] = [];
    const fields = [...form.querySelectorAll<HTMLInputElement>("[data-at]")];
    for (const field of fields) typed[Number(field.dataset.at)] = field.dataset.how! + field.value;
    const all = Array.from(typed, (text) => text ?? "").join(fieldEnd);
    let wrong = -1;
    const evaluate = (expression: string): string => {
      const answer = this.go!.calculate(expression, all);
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
