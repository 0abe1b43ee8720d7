// The script and styles of what is beside Explore: the other views, and what reads
// dropped files. They are loaded when the first of it is of use.

import { load } from "./lazy";
import type { Module } from "./module";
import type * as Given from "./given";
import type { Importers } from "./ingest";
import type { Report } from "./report";
import type { Entrances } from "./wire";

/** What the page lends. */
export interface Lent {
  settings: DOMStringMap;
  place: string;
  module(): Module | null;
  go(): Entrances | null;
  say(message: string): void;
}

/** site/web/views.ts */
export interface Views {
  readonly importers: Importers;
  readonly report: Report;
  readonly given: typeof Given;
  /** After each render. */
  shown(view: string, term: string): void;
  /** After Go has returned from it; settles when all of the view is there. */
  draw(view: string): Promise<void>;
}

/** The script leaves this, or a page that holds all of its scripts has it. */
export type Scope = { isofrontViews?: (lent: Lent) => Views };

const root = document.documentElement;

export class ViewsLoader {
  private views: Views | null = null;
  private loading: Promise<Views> | null = null;
  private last = { view: "", term: "" };
  private due: ((views: Views) => void) | null = null; // draws the view on show
  private noted = false;
  private homeless = false; // the focus was on a button that is gone

  /** started settles when Go answers, or when it will not. */
  constructor(
    private readonly lent: Lent,
    private readonly started: Promise<void>,
  ) {
    document.addEventListener("click", (event) => {
      if (!(event.target as Element).closest?.("[data-action=views-again]")) return;
      this.homeless = true;
      // An attempt that was under way before the click may have failed already.
      const before = this.loading?.catch(() => undefined);
      void Promise.resolve(before).then(() => (this.views ? undefined : this.ask())).then(() => this.focus());
    });
  }

  /** After each render: a view waits for its styles rather than show without. */
  shown(view: string, term: string): void {
    this.last = { view, term };
    this.due = null;
    root.classList.toggle("asked", view !== "" && !this.views);
    this.focus();
    if (this.views) this.views.shown(view, term);
    else if (view === "") this.note("");
    else void this.ask();
  }

  /** Gives the focus of a button that went away to the view that it brought, once that is there, or to the next button. */
  private focus(): void {
    const button = document.querySelector<HTMLElement>("[data-action=views-again]");
    const to = button ?? document.getElementById(this.last.view);
    if (!this.homeless || !to || (button && document.activeElement === button)) return;
    if (document.activeElement === document.body) to.focus();
    this.homeless = document.activeElement === document.body;
  }

  /** Draws a view after Go has returned from it, at once or when its script is there. */
  draw(view: string, ready: () => void): void {
    const draw = (views: Views) => void views.draw(view).then(ready).then(() => this.focus());
    if (this.views) draw(this.views);
    else if (this.last.view === view) this.due = draw;
  }

  /** Loads, and says what is wrong where the reader waits for a view. */
  private async ask(): Promise<void> {
    try {
      await this.load();
    } catch (error) {
      if (this.last.view === "") return;
      root.classList.remove("asked");
      this.note((error as Error).message);
    }
  }

  load(): Promise<Views> {
    return (this.loading ??= this.fetch().catch((error: Error) => {
      this.loading = null;
      throw error;
    }));
  }

  private async fetch(): Promise<Views> {
    const scope = window as unknown as Scope;
    const { views, viewsStyle } = this.lent.settings;
    if (!scope.isofrontViews) await load(views, viewsStyle, "the rest of this page");
    await this.started;
    this.views = scope.isofrontViews!(this.lent);
    this.note("");
    root.classList.remove("asked");
    this.views.shown(this.last.view, this.last.term);
    this.due?.(this.views);
    this.due = null;
    return this.views;
  }

  /** Says why there is no view, "" for nothing. */
  private note(text: string): void {
    if (!text && !this.noted) return;
    this.noted = text !== "";
    const note = document.getElementById("boot")!;
    note.setAttribute("role", text ? "alert" : "status");
    note.innerHTML = text ? '<span></span> <button type="button" data-action="views-again">Try again</button>' : "Loading…";
    if (text) note.querySelector("span")!.textContent = text;
  }
}
