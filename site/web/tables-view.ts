// The Tables view. Go keeps the state and writes the table in every form
// (site/tables_text.go); here are its elements. What differs from what is on
// screen is changed, so that the focus, the caret and scrolled regions stay.

import { copy } from "./copy";
import { sync } from "./sync";
import type { Module } from "./module";
import type { Entrances } from "./wire";

type Choices = [value: string, label: string][];

const comparisons: Choices = [["", "Each with the baseline"], ["chain", "Step by step, in this order"], ["none", "Nothing: values only"]];
const reaches: Choices = [["", "Unreachable"], ["at-least", "The slowest point, marked"]];
const themes: Choices = [["", "the article’s own"], ["light", "light"], ["dark", "dark"]];
const quantities: Choices = [["cost", "$ per million tokens"], ["throughput", "Tokens/s per GPU"], ["energy", "Joules per token"], ["tokens-per-dollar", "Tokens per dollar"], ["throughput-per-mw", "Tokens/s per MW"]];
const formats: Choices = [["", "Markdown"], ["html", "HTML"], ["csv", "CSV"], ["latex", "LaTeX"], ["embed", "Embed tag"]];
const kinds: Choices = [["total", "input and output tokens"], ["output", "output tokens"], ["input", "input tokens"]];
/** How files of the formats end. */
const endings: Record<string, string> = { "": ".md", html: ".html", csv: ".csv", latex: ".tex", embed: ".embed.html" };

/** How many systems are listed before a search narrows them. */
const mostOffered = 24;
/** How much of a text is shown; what is copied is whole. */
const mostText = 12000;

const escape = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const when = (on: unknown, text: string) => (on ? text : "");

function picker(field: string, label: string, options: Choices, value: string, kind = ""): string {
  return `<div class="field ${kind}"><label for="table-${field}">${label}</label><select id="table-${field}" data-field="${field}">${options
    .map(([v, text]) => `<option value="${v}"${when(v === value, " selected")}>${text}</option>`)
    .join("")}</select></div>`;
}

function box(kind: string, field: string, value: string, label: string, on: boolean, locked = false): string {
  return `<label class="box"><input type="${kind}" name="table-${field}" data-field="${field}" value="${escape(value)}"${when(on, " checked")}${when(locked, " disabled")}> <span>${label}</span></label>`;
}

const button = (attributes: string, text: string, off = false, kind = "quiet") => `<button type="button" class="${kind}" ${attributes}${when(off, " disabled")}>${text}</button>`;

const section = (id: string, heading: string, inside: string, kind = "") =>
  `<section class="card ${kind}" aria-labelledby="${id}-title"><h2 id="${id}-title">${heading}</h2>${inside}</section>`;

interface System {
  name: string;
  title: string;
  detail: string;
  at: number; // in the table, -1 outside
  fixed: boolean;
  off: string; // why it cannot be had
}

export class TablesView {
  private records: string[] = [];
  private systems: System[] = [];
  private text = "";
  private preview = "";
  private search = "";
  /** What a button did to which system, to be followed by the focus. */
  private moved: { act: string; name: string } | null = null;

  constructor(
    private readonly module: () => Module | null,
    private readonly go: () => Entrances | null,
    private readonly say: (message: string) => void,
  ) {
    const field = (event: Event) => (event.target as Element).closest<HTMLInputElement>("#tables [data-field]");
    // Capturing, since the event that stands for a pause does not bubble.
    document.addEventListener("change", (event) => {
      const of = field(event);
      if (!of) return;
      const what = of.dataset.field!;
      if (what === "pick") this.pick(of.value);
      else this.go()?.table(what, what === "quantity" ? this.checked(what) : of.type === "checkbox" && !of.checked ? "" : of.value);
    }, true);
    document.addEventListener("input", (event) => {
      const of = event.target as HTMLInputElement;
      if (of.id !== "table-search") return;
      this.search = of.value;
      this.write();
    });
    document.addEventListener("click", (event) => {
      const at = (event.target as Element).closest?.<HTMLElement>("#tables [data-do], #tables [data-take]");
      if (!at) return;
      if (at.dataset.take) return this.take(at.dataset.take);
      const act = at.dataset.do!;
      const name = at.dataset.name ?? "";
      this.moved = { act, name };
      if (act === "targets") this.go()?.table(act, "");
      else if (act === "pick") this.pick(name);
      else this.move(name, act === "up" ? -1 : 1);
    });
  }

  private checked(field: string): string {
    return Array.from(document.querySelectorAll<HTMLInputElement>(`#tables [data-field=${field}]:checked`), (input) => input.value).join();
  }

  /** The names in the table's order. */
  private order(): string[] {
    return this.systems.filter((s) => s.at >= 0).sort((a, b) => a.at - b.at).map((s) => s.name);
  }

  /** Takes a system into the table, behind the others, or out of it. */
  private pick(name: string): void {
    const order = this.order();
    this.arrange(order.includes(name) ? order.filter((n) => n !== name) : [...order, name]);
  }

  private move(name: string, by: number): void {
    const order = this.order();
    const at = order.indexOf(name);
    order.splice(at + by, 0, ...order.splice(at, 1));
    this.arrange(order);
  }

  private arrange(order: string[]): void {
    this.go()?.table("systems", order.join("\x1f"));
  }

  /** Takes over what Go has to show. */
  draw(): void {
    const text = this.module()?.text("isofront_tables") ?? "";
    if (!text || text === this.text) return;
    this.text = text;
    this.records = text.split("\x1e");
    this.write();
    if (this.moved) this.follow(this.moved.act, this.moved.name);
    this.moved = null;
  }

  private write(): void {
    const [refusal, warnings, preview, notes, sentence, source, targets, note, unit, typed, compare, shown, digits, reach, format, theme, dropped, withDropped, asOf, dates, tokens, , ...heads] = this.records as [string, ...string[]];
    this.systems = heads.map((record): System => {
      const [name, title, detail, at, fixed, off] = record.split("\x1f");
      return { name: name!, title: title!, detail: detail!, at: at ? Number(at) : -1, fixed: !!fixed, off: off! };
    });
    const label = formats.find(([value]) => value === format)![1];
    const fresh = document.createElement("main");
    fresh.innerHTML = `<div class="tables-view"><div class="build">${
      section("systems", "Systems, in the table’s order", this.list(this.systems) + when(dropped, box("checkbox", "with-dropped", "1", "with unofficial (dropped) series", !!withDropped)))
    }${
      section("settings", "Cells", picker("compare", "Compare", comparisons, compare!, "wide") +
        `<div class="field wide"><label for="table-targets">Targets, ${unit}</label><span class="with-button"><input id="table-targets" type="text" autocomplete="off" spellcheck="false" maxlength="400" data-field="targets" data-live value="${escape(targets!)}" aria-invalid="${!!note && !!typed}" aria-describedby="table-note">${
          button('data-do="targets"', "Suggest", !typed)
        }</span><p class="note" id="table-note" role="status">${escape(note!)}</p></div><fieldset class="field wide"><legend>A table each of</legend><div class="boxes">${
          quantities.map(([value, text]) => box("checkbox", "quantity", value, text, shown!.split(",").includes(value), shown === value)).join("")
        }</div></fieldset>${
          picker("tokens", "Counting", kinds, tokens!, "wide")}${picker("digits", "Digits", [["", "as usual"], ...Array.from("123456", (d): [string, string] => [d, d])], digits!)
        }${picker("reach", "Slower than measured", reaches, reach!)}<div class="field"><label for="table-as-of">Measured until</label><input id="table-as-of" type="date" data-field="as-of" value="${asOf}"></div>${
          box("checkbox", "dates", "1", "every date by itself", !!dates)
        }`, "settings")
    }</div><div class="made">${
      section("preview", "Preview", refusal
        ? `<p class="note" role="alert">${escape(refusal)}</p>`
        : when(warnings, `<div class="warned" role="note"><b>Before you publish it</b><ul>${warnings!.split("\x1f").map((w) => `<li>${escape(w)}</li>`).join("")}</ul></div>`) +
          `<div class="scroll" id="table-preview" role="region" tabindex="0" aria-label="The table" data-kept></div>${notes}`)
    }${
      when(!refusal, section("sentence", "The sentence that goes with it", `<p id="table-sentence">${escape(sentence!)}</p><div class="copy">${button('data-take="sentence"', "Copy sentence")}</div>`) +
        section("take", "Take it away", `<fieldset class="boxes"><legend class="sr">Format</legend>${
          formats.map(([value, text]) => box("radio", "format", value, text, value === format)).join("")
        }</fieldset>${
          when(format === "embed", picker("theme", "Theme", themes, theme!) + '<p class="help">In an article the tag reads as the static table inside it. With this line once in the page it comes alive: <code>&lt;script type="module" src="' + escape(new URL("embed.js", location.href).href) + '">&lt;/script></code></p>')
        }${
          when(!source, '<p class="note">A tag can hold only what this site publishes, and every system here is from a dropped file.</p>')
        }<pre class="source" id="table-source" tabindex="0" role="region" aria-label="The table as ${label}">${escape(source!.slice(0, mostText))}</pre>${
          when(source!.length > mostText, '<p class="help">The beginning of it. What you copy or save is whole.</p>')
        }<div class="copy">${button('data-take="copy"', `Copy as ${label}`, !source, "main")}${button('data-take="save"', `Save as ${endings[format!]}`, !source)}${
          button('data-action="copy" data-copy="link"', "Copy link to this table")
        }</div>`))
    }</div></div>`;
    sync(document.getElementById("tables")!, fresh);
    // A large table is not parsed again for a change of its text alone.
    const table = document.getElementById("table-preview");
    if (!table || table.hasChildNodes() && preview === this.preview) return;
    this.preview = preview!;
    table.innerHTML = preview!; // escaped by Go
  }

  /** The systems of the table in its order, and below those that can be had. */
  private list(all: System[]): string {
    const name = (s: System) => `<b>${escape(s.title)}</b> <span>${escape(s.detail)}${when(s.fixed, " · baseline")}${when(s.off, ` · ${escape(s.off)}`)}</span>`;
    const order = all.filter((s) => s.at >= 0).sort((a, b) => a.at - b.at);
    const words = this.search.toLowerCase().split(/\s+/);
    const fits = all.filter((s) => words.every((w) => `${s.name} ${s.detail}`.toLowerCase().includes(w)));
    const more = fits.length - mostOffered;
    return `<ol class="picked">${order.map((s, k) => {
      const act = (what: string, sign: string, verb: string, off: boolean) =>
        button(`data-do="${what}" data-name="${escape(s.name)}" aria-label="${verb} ${escape(`${s.title} ${s.detail}`)}"`, sign, off);
      return `<li><span class="system">${name(s)}</span>${act("up", "↑", "Earlier:", k === 0)}${act("down", "↓", "Later:", k === order.length - 1)}${act("pick", "×", "Remove", order.length === 1 || s.fixed)}</li>`;
    }).join("")}</ol><div class="field"${when(all.length <= mostOffered, " hidden")}><label for="table-search">Search ${all.length} systems</label><input id="table-search" type="text" autocomplete="off" spellcheck="false" maxlength="60" placeholder="gb300 fp4"></div><fieldset class="offered"><legend>In the table</legend>${
      fits.slice(0, mostOffered).map((s) => box("checkbox", "pick", s.name, name(s), s.at >= 0, !!s.off || s.at >= 0 && (s.fixed || order.length === 1))).join("")
    }</fieldset><p class="help">${more > 0 ? `${more} more: type a word of their names.` : when(!fits.length, "No system’s name holds that.")}</p>`;
  }

  /** Puts the focus on the button of a system that has moved; where it is gone,
   * on what is there instead. */
  private follow(act: string, name: string): void {
    const root = document.getElementById("tables")!;
    const buttons = Array.from(root.querySelectorAll<HTMLButtonElement>(".picked button"));
    const own = buttons.filter((b) => b.dataset.name === name);
    const next = [...own.filter((b) => b.dataset.do === act), ...own, ...buttons.filter((b) => b.dataset.do === act), ...buttons].find((b) => !b.disabled);
    (act === "targets" ? document.getElementById("table-targets") : next)?.focus();
    const list = Array.from(root.querySelectorAll(".picked li"));
    const at = list.findIndex((li) => li.contains(own[0] ?? null));
    if (at >= 0) this.say(`${list[at]!.querySelector("b")!.textContent}: ${at + 1} of ${list.length}.`);
  }

  /** Copies or saves what Go has written. */
  private take(what: string): void {
    const [, , , , sentence, source, , , , , , , , , format, , , , , , , about] = this.records as [string, ...string[]];
    if (what === "sentence") void copy(sentence!, "Sentence", this.say);
    else if (what === "copy") void copy(source!, `Table as ${formats.find(([value]) => value === format)![1]}`, this.say);
    else {
      const name = `isofront-${about!.replace(/[^\w.]+/g, "-")}${endings[format!]}`;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([source!], { type: "text/plain;charset=utf-8" }));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      this.say(`Saved as ${name}.`);
    }
  }
}
