// The Audit view: a published table, pasted, and what the data's own knots say of
// its cells. audit.wasm reads the text and writes and escapes the report; here are
// the text, which is sent nowhere and kept in this tab until it is closed, the
// choices and the files.

import { Auditor, Broken } from "../../wasm/host/audit";
import type { AuditView, Lent } from "./audit-loader";
import example from "./audit-example.md";
import { tablesOf } from "./audit-paste";
import { nothing, type Said } from "./audit-said";

const exampleAddress = "#v=audit&m=DeepSeek-V4-Pro&w=8192/1024&date=2026-03-18";
const kept = "audit-text";
const keptBefore = "audit-before";
/** Texts beyond this are not kept for a reload. */
const mostKept = 1 << 20;
/** As data/audit has it. */
const mostRead = 4 << 20;
/** How isofront's own pages begin, also saved from a browser. */
const ownPage = /<title>(?:[^<]* · )?isofront\b/;

class View implements AuditView {
  private auditor: Auditor | null = null;
  private loading: Promise<Auditor> | null = null;
  private before: string | null = null; // the reader's own text that another took the place of
  private asked = ""; // settings and text that the report is of
  private turn = 0;
  private pause = 0;
  private table = 0;
  private now = nothing();
  private tables = new Map<number, Said>(); // of the same text, those that are not on show
  private saidBefore: [number, Said, Map<number, Said>] | null = null; // of the text before

  private readonly root = document.getElementById("audit")!;
  private readonly field: HTMLTextAreaElement;
  private readonly report: HTMLElement;
  private readonly note: HTMLElement;
  private readonly refused: HTMLElement;

  constructor(private readonly page: Lent) {
    this.root.innerHTML = `<form class="card audit-text" aria-labelledby="audit-text-title">
<div class="card-head"><h2 id="audit-text-title">A published table</h2><div class="copy">
<label class="file-button quiet">Choose a file…<input id="audit-file" class="sr" type="file" accept=".md,.markdown,.html,.htm,.tex,.csv,.tsv,.txt"></label>
<a id="audit-example" href="${exampleAddress}" data-action="audit-example" hidden>Use an example</a>
<button type="button" data-audit="back" hidden>Back to your earlier text</button><button type="button" data-audit="clear" hidden>Clear</button></div></div>
<label for="audit-field" class="help">Paste it as it is: Markdown, HTML, LaTeX, CSV or TSV, as copied from an article or a sheet, with the text around it if you like. It is read here, sent nowhere, and kept in this tab until it is closed.</label>
<textarea id="audit-field" rows="9" spellcheck="false" autocomplete="off" wrap="off" aria-describedby="audit-note"></textarea>
<label class="box"><input type="checkbox" id="audit-dates" data-audit="dates"> each measuring date is a system of its own, for a table that compares dates</label>
<p class="note" id="audit-note" role="alert"></p><p class="note" id="audit-refused" role="alert"></p></form><p id="audit-status" class="sr" role="status"></p><div id="audit-found"></div>`;
    this.field = this.root.querySelector("textarea")!;
    this.report = this.root.querySelector("#audit-found")!;
    this.note = this.root.querySelector("#audit-note")!;
    this.refused = this.root.querySelector("#audit-refused")!;
    try {
      this.field.value = sessionStorage.getItem(kept) ?? "";
      this.before = sessionStorage.getItem(keptBefore);
    } catch {
      // Without storage the text lasts as long as the page.
    }
    this.listen();
  }

  private listen(): void {
    this.field.addEventListener("input", () => {
      this.tables.clear();
      clearTimeout(this.pause);
      this.pause = window.setTimeout(() => this.changed(), 300);
    });
    this.field.addEventListener("paste", (event) => {
      this.forget();
      const html = event.clipboardData?.getData("text/html");
      const tables = html ? tablesOf(html, event.clipboardData!.getData("text/plain")) : null;
      if (tables === null) return;
      event.preventDefault();
      // What the browser inserts can be undone.
      if (!document.execCommand("insertText", false, tables)) this.field.setRangeText(tables, this.field.selectionStart, this.field.selectionEnd, "end");
    });
    this.root.addEventListener("change", (event) => {
      const field = event.target as HTMLInputElement | HTMLSelectElement;
      const column = Number(field.dataset.column);
      switch (field.dataset.audit) {
        case "table":
          this.tables.set(Number(this.report.querySelector<HTMLOptionElement>("#audit-table [selected]")!.value), this.now);
          this.table = Number(field.value);
          this.now = this.tables.get(this.table) ?? nothing();
          break;
        case "column":
          if (field.value === "target") {
            this.now.target = column;
            this.now.columns.delete(column);
          } else {
            if (this.now.target === column) this.now.target = 0;
            this.say(column, field.value);
          }
          break;
        case "quantity":
          this.say(column, this.chosen("c", column));
          break;
        case "all": // it goes once there is nothing left to say
          for (const open of this.report.querySelectorAll<HTMLSelectElement>("[data-audit=quantity]")) {
            if (open.value !== "") continue;
            open.value = field.value;
            if (open.value !== "") this.say(Number(open.dataset.column), this.chosen("c", Number(open.dataset.column)));
          }
          this.report.querySelector<HTMLElement>(".audit-columns summary")!.focus({ preventScroll: true });
          break;
        case "turned":
          this.now.columns.clear();
          this.now.target = 0;
          this.now.turned = (field as HTMLInputElement).checked ? "on" : "off";
          break;
        case "findings":
          this.now.findings = (field as HTMLInputElement).checked;
          break;
        case "dates":
          this.page.go()?.set("dates", (field as HTMLInputElement).checked ? "on" : "");
          return; // a render follows
        default:
          return;
      }
      void this.check();
    });
    this.root.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>("button");
      if (button?.dataset.cell) this.open(button);
      switch (button?.dataset.audit) {
        case "clear":
          this.put("");
          this.field.focus();
          break;
        case "back":
          this.put(this.before ?? "");
          this.field.focus(); // the button may be gone
          break;
        case "sheet": // the button goes with what it says
          this.report.querySelector<HTMLElement>("#audit-summary")!.focus({ preventScroll: true });
          this.page.go()?.set("prices-as-of", button!.dataset.sheet!);
          break;
        case "place": // so does this one
          this.field.focus({ preventScroll: true });
          this.now.columns.clear(); // of the other place's systems
          this.tables.clear();
          this.page.go()?.set("place", `${button!.dataset.model}\x1f${button!.dataset.workload}`);
          break;
        case "copy":
          void this.page.copy(this.auditor!.save(0), "Report as Markdown", this.page.say);
          break;
        case "save":
          this.page.save("isofront-audit.csv", new Blob([this.auditor!.save(1)], { type: "text/csv" }));
          break;
      }
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** After each render, when the view is on show. */
  draw(): void {
    const models = [...document.querySelectorAll<HTMLOptionElement>("#model option")].map((o) => o.value);
    const ready = models.includes(new URLSearchParams(exampleAddress.slice(1)).get("m")!);
    (this.root.querySelector("#audit-example") as HTMLElement).hidden = !ready;
    (this.root.querySelector("#audit-dates") as HTMLInputElement).checked = checked("all-dates");
    if (models.length > 0) void this.check();
  }

  example(): void {
    this.put(example);
  }

  /** Puts a file's text in place of the reader's, if there is a table in it. */
  async take(file: File): Promise<void> {
    if (file.size > mostRead) {
      this.refuse(`${file.name} is larger than 4 MiB: paste the table alone.`);
      return;
    }
    let text: string;
    try {
      text = decoded(await file.arrayBuffer());
    } catch {
      this.refuse(`${file.name} cannot be read: it may be a folder, or have changed or gone since.`);
      return;
    }
    if (ownPage.test(text.slice(0, 10_000))) {
      this.refuse(`${file.name} is a page of isofront itself, not a published table.`);
      return;
    }
    try {
      const found = await this.found(this.settings(false), text);
      if (found && "problem" in found) {
        this.refuse(`${file.name} was not taken: ${found.problem}.`);
        return;
      }
    } catch (error) {
      this.refuse(`${file.name} cannot be checked: ${(error as Error).message}`);
      return;
    }
    this.put(text);
    this.page.say(`${file.name} was read.`);
  }

  /** Says why a file was not taken. The reader's text and its report stay. */
  refuse(why: string): void {
    this.refused.textContent = why + (this.field.value.trim() === "" ? "" : " Your text is as it was.");
    this.asked = ""; // the module may hold another text now
    void this.check();
  }

  /** Puts another text in the field's place and keeps the reader's own for a way back. */
  private put(text: string): void {
    const now = this.field.value;
    if (now === text) return;
    const back = text === this.before ? this.saidBefore : null;
    if (now !== example && now.trim() !== "") {
      this.keep(now);
      this.saidBefore = [this.table, this.now, this.tables];
    } else if (text === this.before) this.keep(null);
    this.forget();
    if (back) [this.table, this.now, this.tables] = back;
    this.field.value = text;
    this.changed();
  }

  private keep(before: string | null): void {
    this.before = before;
    store(keptBefore, before ?? "");
  }

  /** What was said of the columns of one text means nothing in another. */
  private forget(): void {
    this.table = 0;
    this.now = nothing();
    this.tables = new Map();
  }

  private changed(): void {
    clearTimeout(this.pause);
    this.refused.textContent = "";
    store(kept, this.field.value);
    void this.check();
  }

  /** What the page says beside a text, its columns with what was said of them. */
  private settings(columns = true): string {
    const value = (id: string) => (document.getElementById(id) as HTMLSelectElement | null)?.value ?? "";
    const lines = [
      `model=${value("model")}`, `workload=${value("workload")}`, `axis=${value("axis")}`, `percentile=${value("percentile")}`,
      `basis=${value("basis")}`, `prices-as-of=${value("prices-as-of")}`, `tokens=${value("tokens")}`,
      `as-of=${new URLSearchParams(location.hash.slice(1)).get("asof") ?? ""}`, `all-dates=${checked("all-dates") ? "on" : ""}`,
    ];
    for (const kind of ["price", "power"]) {
      for (const field of document.querySelectorAll<HTMLInputElement>(`.controls input[id^="${kind}-"]`)) {
        const typed = field.value.trim();
        if (typed && field.getAttribute("aria-invalid") !== "true") lines.push(`${kind}=${field.id.slice(kind.length + 1)}:${typed}`);
      }
    }
    // A setting is a line: what a link holds may not begin another.
    const joined = () => lines.map((line) => line.replace(/[\r\n]/g, " ")).join("\n");
    if (!columns) return joined();
    if (this.table) lines.push(`table=${this.table}`);
    if (this.now.target) lines.push(`target=${this.now.target}`);
    lines.push(...this.now.columns.values());
    if (this.now.turned) lines.push(`turned=${this.now.turned}`);
    if (this.now.findings) lines.push("findings=on");
    return joined();
  }

  /** Keeps what a column is said to hold, as a setting. */
  private say(column: number, holds: string): void {
    const quantity = this.chosen("q", column);
    const ratio = quantity === "throughput-ratio" || quantity === "perf-per-dollar" || quantity === "tokens-per-joule-ratio";
    if (holds === "-") this.now.columns.set(column, `column=${column}:-`);
    else if (holds === "ratio") this.now.columns.set(column, `ratio=${column}:${ratio ? quantity : ""}:${this.chosen("a", column)}\t${this.chosen("b", column)}`);
    else this.now.columns.set(column, `column=${column}:${holds}:${ratio ? "" : quantity}`);
  }

  /** A column's select: of what it holds, its quantity, and of a ratio its two systems. */
  private chosen(which: "c" | "q" | "a" | "b", column: number): string {
    return (document.getElementById(`audit-${which}${column}`) as HTMLSelectElement | null)?.value ?? "";
  }

  /** Checks the text as it stands, once for each state of the page. */
  private async check(): Promise<void> {
    const text = this.field.value;
    const settings = this.settings();
    for (const [what, on] of [["clear", text !== ""], ["back", this.before !== null]] as const) {
      this.root.querySelector<HTMLElement>(`[data-audit=${what}]`)!.hidden = !on;
    }
    if (settings + text === this.asked) return;
    this.asked = settings + text;
    const turn = ++this.turn;
    if (text.trim() === "") {
      this.wrong("");
      return;
    }
    const wait = window.setTimeout(() => {
      if (turn === this.turn && !this.report.hasChildNodes()) this.report.innerHTML = '<p class="notice" role="status">Fetching the checker…</p>';
    }, 200);
    try {
      const found = await this.found(settings, text, () => turn === this.turn, () => (this.report.inert = true));
      if (!found) return;
      if ("report" in found) this.show(found.report);
      else this.wrong(`This cannot be checked: ${found.problem}.`);
    } catch (error) {
      if (turn === this.turn) this.wrong(`This cannot be checked: ${(error as Error).message}`);
      this.asked = "";
    } finally {
      clearTimeout(wait);
    }
  }

  /** What is found in a text, once the module has the files that it needs for it;
   * null where nobody wants to know any more. */
  private async found(settings: string, text: string, wanted = () => true, waits = () => undefined as unknown): Promise<{ report: string } | { problem: string } | null> {
    try {
      const auditor = await (this.loading ??= this.load());
      let had = "-";
      for (;;) {
        if (!wanted()) return null;
        const found = auditor.ask(settings, text);
        if (!("needs" in found)) return found;
        if (found.needs === had) return { problem: "the site’s data do not hold what its index says" };
        had = found.needs;
        waits(); // the module has dropped the last text
        auditor.open(await this.page.packed(had));
      }
    } catch (error) {
      if (error instanceof Broken) this.loading = this.auditor = null;
      throw error;
    }
  }

  private async load(): Promise<Auditor> {
    try {
      this.auditor = await Auditor.load(await this.page.wasm());
      return this.auditor;
    } catch (error) {
      this.loading = null;
      throw error;
    }
  }

  private show(report: string): void {
    this.wrong("", false);
    const fresh = document.createElement("div");
    fresh.innerHTML = report; // escaped by Go
    for (const now of this.report.querySelectorAll<HTMLDetailsElement>("details[data-key]")) {
      const next = fresh.querySelector<HTMLDetailsElement>(`details[data-key="${now.dataset.key}"]`);
      if (next) next.open ||= now.open;
    }
    const focus = document.activeElement?.id;
    this.page.sync(this.report, fresh);
    if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({ preventScroll: true });
    const cells = this.report.querySelectorAll<HTMLButtonElement>("[data-cell]");
    cells.forEach((cell, i) => (cell.tabIndex = i === 0 ? 0 : -1));
    // It stands there for who sees it, so no message floats over the page.
    this.root.querySelector("#audit-status")!.textContent = this.report.querySelector("#audit-summary")?.textContent ?? "No cell is checked yet: say what the columns hold.";
  }

  /** Says what is wrong with the text, and takes a report of another away. */
  private wrong(problem: string, empty = true): void {
    if (this.note.textContent !== problem) this.note.textContent = problem;
    this.field.setAttribute("aria-invalid", String(problem !== ""));
    this.report.inert = false;
    if (empty) this.report.replaceChildren();
  }

  /** Opens a cell to what it rests on, below its row, or closes it. */
  private open(button: HTMLElement): void {
    const was = button.getAttribute("aria-expanded") === "true";
    this.close();
    this.rove(button);
    if (was) return;
    const row = document.createElement("tr");
    const place = row.insertCell();
    row.id = "audit-detail";
    place.colSpan = button.closest("tr")!.cells.length;
    place.innerHTML = `<div class="detail">${this.auditor!.cell(Number(button.dataset.cell))}</div>`; // escaped by Go
    button.closest("tr")!.after(row);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", row.id);
  }

  private close(): HTMLElement | null {
    document.getElementById("audit-detail")?.remove();
    const button = this.report.querySelector<HTMLElement>('[data-cell][aria-expanded="true"]');
    button?.setAttribute("aria-expanded", "false");
    button?.removeAttribute("aria-controls");
    return button;
  }

  /** Arrows lead from cell to cell, of which one is a tab stop; Escape closes. */
  private key(event: KeyboardEvent): void {
    if (event.key === "Escape" && (event.target as Element).closest(".audit-table")) this.close()?.focus();
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const from = (event.target as Element).closest<HTMLElement>("[data-cell]");
    if (!step || !from) return;
    const rows = [...this.report.querySelectorAll<HTMLTableRowElement>(".audit-table tr[data-row]")];
    let at = rows.indexOf(from.closest("tr")!);
    let column = (from.parentElement as HTMLTableCellElement).cellIndex;
    event.preventDefault();
    for (;;) {
      at += step[0]!;
      column += step[1]!;
      const cell = rows[at]?.cells[column];
      if (!cell) return;
      const button = cell.querySelector<HTMLElement>("[data-cell]");
      if (!button) continue;
      this.rove(button);
      button.focus();
      return;
    }
  }

  private rove(to: HTMLElement): void {
    const now = this.report.querySelector<HTMLElement>('[data-cell][tabindex="0"]');
    if (now) now.tabIndex = -1;
    to.tabIndex = 0;
  }
}

/** Keeps a text for a reload of this tab, if it is not too long. */
function store(key: string, text: string): void {
  try {
    if (text !== "" && text.length <= mostKept) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the text lasts as long as the page.
  }
}

/** A file's text: UTF-8, or as spreadsheets write it where it is not. */
function decoded(bytes: ArrayBuffer): string {
  const [a, b] = new Uint8Array(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const checked = (id: string) => (document.getElementById(id) as HTMLInputElement | null)?.checked ?? false;

(window as unknown as { isofrontAudit: (lent: Lent) => AuditView }).isofrontAudit = (lent) => new View(lent);
