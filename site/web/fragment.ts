// A view whose text was formed with the site: fetched when the view is first
// opened, and kept.

import { fetchFile } from "./module";

export class Fragment {
  private loading: Promise<void> | null = null;

  /**
   * id names the element that takes the text. what and missing are words for who
   * waits, and for who finds that the site has none. ready sees the text once it
   * is there.
   */
  constructor(private readonly id: string, private readonly url: string, private readonly what: string, private readonly missing: string, private readonly ready: (box: HTMLElement) => void) {
    document.addEventListener("click", ({ target }) => {
      if ((target as Element).closest?.(`#${id} [data-action="again"]`)) void this.open();
    });
  }

  /** Settles when the text is there, or says in its place why it is not. */
  open(): Promise<void> {
    const box = document.getElementById(this.id)!;
    return (this.loading ??= this.load(box).catch((error: Error) => {
      this.loading = null;
      box.innerHTML = '<p class="notice" role="alert"><span></span> <button type="button" data-action="again">Try again</button></p>';
      box.querySelector("span")!.textContent = error.message;
    }));
  }

  private async load(box: HTMLElement): Promise<void> {
    // One file that holds everything brings the text in a template.
    const here = document.querySelector<HTMLTemplateElement>(`template#${this.id}-text`);
    if (!here && !this.url) throw new Error(this.missing);
    if (!here) box.innerHTML = `<p class="notice" role="status">Fetching ${this.what}…</p>`;
    box.innerHTML = here ? here.innerHTML : await (await fetchFile(new URL(this.url, document.baseURI).href, this.what[0]!.toUpperCase() + this.what.slice(1))).text();
    this.ready(box);
  }
}
