// The tables' cells: patching those that follow the line, moving between cells
// by arrow keys, and the region that says what a cell rests on.

import { sync } from "./sync";
import type { View } from "./wire";

const cellSelector = "#at-line td[data-series], #iso-table td[data-series]";

/** The table that follows the line. Its cells are vugu's; between vugu's
 * renders their text is patched here, and only where it changed. */
export class LineTable {
  private rows: { row: HTMLElement; cells: HTMLElement[] }[] = [];

  /** Finds the cells again: a render may have replaced them. */
  renew(): void {
    this.rows = Array.from(document.querySelectorAll<HTMLElement>("#at-line tbody tr"), (row) => ({
      row,
      cells: Array.from(row.querySelectorAll<HTMLElement>("td")),
    }));
  }

  /** Fields of a record: y, kind, state, then the values in column order. */
  patch(records: string[][]): void {
    if (records.length !== this.rows.length) return;
    records.forEach(([, kind, state, ...values], i) => {
      const { row, cells } = this.rows[i]!;
      if (row.className !== kind) row.className = kind!;
      values.forEach((value, k) => put(cells[k], value));
      put(cells[values.length], state!);
    });
  }
}

function put(cell: HTMLElement | undefined, text: string): void {
  if (!cell) return;
  const node = cell.firstChild;
  if (node instanceof Text) {
    if (node.data !== text) node.data = text;
  } else {
    cell.textContent = text;
  }
}

/** Makes each table one stop of the Tab key; arrow keys move inside. */
export function rove(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("#at-line, #iso-table table")) {
    const cells = table.querySelectorAll<HTMLElement>("td[data-series]");
    const current = table.contains(document.activeElement) ? document.activeElement : cells[0];
    for (const cell of cells) cell.tabIndex = cell === current ? 0 : -1;
  }
}

/** Arrow keys inside a table. */
export function moveBetweenCells(event: KeyboardEvent): void {
  const cell = event.target as HTMLElement;
  if (!cell.matches?.(cellSelector)) return;
  const row = cell.parentElement as HTMLTableRowElement;
  const column = (cell as HTMLTableCellElement).cellIndex;
  const body = row.parentElement as HTMLTableSectionElement;
  const at = Array.from(body.rows).indexOf(row);
  const next = {
    ArrowRight: row.cells[column + 1],
    ArrowLeft: row.cells[column - 1],
    ArrowDown: body.rows[at + 1]?.cells[column],
    ArrowUp: body.rows[at - 1]?.cells[column],
    Home: row.querySelector<HTMLTableCellElement>("td[data-series]"),
    End: row.cells[row.cells.length - 1],
  }[event.key];
  if (!next?.matches(cellSelector)) return;
  event.preventDefault();
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** What a table's chosen cell rests on, in a region beside the table. The
 * pointer chooses where it rests, a tap or the focus at once; Enter goes from the
 * cell to the region and Escape back. */
export class Detail {
  private view: View | null = null;
  private series = -1;
  private target: number | null = null; // null: wherever the line is
  private readonly body = document.createElement("div");
  private written = "";
  private pause = 0;

  constructor(
    private readonly cells: string,
    private readonly region: string,
    private readonly describe: (series: number, target: number | null) => string,
  ) {
    const under = (event: Event) => (event.target as HTMLElement).closest?.<HTMLElement>(cells);
    document.addEventListener("focusin", (event) => {
      const cell = under(event);
      if (cell) this.choose(cell, true);
    });
    document.addEventListener("click", (event) => {
      const cell = under(event);
      if (cell) this.choose(cell, true);
      if (cell) this.reveal(cell);
    });
    // Resting, not passing: the pointer must reach a link in the region across
    // other cells.
    let rest = 0;
    document.addEventListener("pointerover", (event) => {
      clearTimeout(rest);
      const cell = under(event);
      if (cell && event.pointerType === "mouse") rest = window.setTimeout(() => this.choose(cell, false), 120);
    });
    document.addEventListener("keydown", (event) => {
      const place = document.getElementById(region);
      if (event.key === "Enter" && under(event)) {
        event.preventDefault();
        place?.focus();
      } else if (event.key === "Escape" && place?.contains(document.activeElement)) {
        this.chosen()?.focus();
      }
    });
  }

  setView(view: View): void {
    if (this.view?.title !== view.title) this.series = -1; // numbers of another chart
    this.view = view;
    if (!this.chosen()) {
      // The first system that is compared, at the middle target.
      const name = view.series[view.rows.find((s) => s !== view.baseline) ?? view.rows[0] ?? -1]?.name;
      const cells = this.all().filter((cell) => cell.dataset.series === name && cell.dataset.ratio === undefined);
      this.take(cells[this.cells.startsWith("#at-line") ? 0 : Math.floor((cells.length - 1) / 2)]);
    }
    const region = document.getElementById(this.region);
    if (region && this.body.parentElement !== region) region.replaceChildren(this.body);
    this.refresh();
  }

  /** Writes anew what depends on the line; in a drag a few times a second, as
   * fast as one can read. */
  follow(): void {
    if (this.target !== null || this.pause) return;
    this.refresh();
    this.pause = window.setTimeout(() => {
      this.pause = 0;
      this.refresh();
    }, 120);
  }

  private all(): HTMLElement[] {
    return Array.from(document.querySelectorAll<HTMLElement>(this.cells));
  }

  /** The chosen cell, found again after a render: a series and a target stand in
   * several columns, so the one that was marked goes first. */
  private chosen(): HTMLElement | undefined {
    const name = this.view?.series[this.series]?.name;
    const fits = this.all().filter((cell) => cell.dataset.series === name && target(cell) === this.target);
    return fits.find((cell) => cell.tabIndex === 0) ?? fits[0];
  }

  private take(cell: HTMLElement | undefined): void {
    this.series = this.view?.series.findIndex((s) => s.name === cell?.dataset.series) ?? -1;
    this.target = cell ? target(cell) : null;
  }

  private choose(cell: HTMLElement, spoken: boolean): void {
    this.take(cell);
    // Only what was chosen on purpose is read out; a drag would never stop talking.
    this.body.setAttribute("aria-live", spoken ? "polite" : "off");
    this.refresh();
  }

  private refresh(): void {
    this.mark();
    const html = this.series < 0 ? "" : this.describe(this.series, this.target);
    if (html === this.written) return;
    this.written = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html; // escaped by Go
    sync(this.body, fresh.content);
  }

  private marked: HTMLElement[] = [];

  /** Marks the cells that the region is about. */
  private mark(): void {
    const name = this.view?.series[this.series]?.name;
    const now = this.all().filter((cell) => cell.dataset.series === name && target(cell) === this.target);
    for (const cell of this.marked) if (!now.includes(cell)) cell.classList.remove("chosen");
    for (const cell of now) cell.classList.add("chosen");
    this.marked = now;
  }

  /** Scrolls so that the region can be read, with the cell in view where both
   * fit the window. */
  private reveal(cell: HTMLElement): void {
    const region = document.getElementById(this.region)!.getBoundingClientRect();
    const missing = Math.min(region.bottom - innerHeight + 8, region.top - 8);
    if (missing <= 0) return;
    const room = Math.max(0, cell.getBoundingClientRect().top - 44);
    const glimpse = region.top - room < innerHeight - 140;
    const smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollBy({ top: glimpse ? Math.min(missing, room) : missing, behavior: smooth ? "smooth" : "instant" });
  }
}

function target(cell: HTMLElement): number | null {
  return cell.dataset.target === undefined ? null : Number(cell.dataset.target);
}
