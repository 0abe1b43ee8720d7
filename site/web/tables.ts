// The tables' cells: patching those that follow the line, moving between cells
// by arrow keys, and the region that says what a cell rests on.

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

function moveBetweenCells(event: KeyboardEvent): void {
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

/** What the cell under the pointer or the focus rests on. */
export class Detail {
  private view: View | null = null;
  private series = -1;
  private target: number | null = null; // null: wherever the line is
  private readonly body = document.createElement("div");
  private written = "";
  private pause = 0;

  constructor(private readonly describe: (series: number, target: number | null) => string) {
    const under = (event: Event) => (event.target as HTMLElement).closest?.<HTMLElement>(cellSelector);
    document.addEventListener("focusin", (event) => {
      const cell = under(event);
      if (cell) this.choose(cell, true);
    });
    // The pointer chooses where it rests, so that it can reach a link in the
    // region across other cells.
    let rest = 0;
    document.addEventListener("pointerover", (event) => {
      clearTimeout(rest);
      const cell = under(event);
      if (cell) rest = window.setTimeout(() => this.choose(cell, false), 120);
    });
    document.addEventListener("keydown", moveBetweenCells);
  }

  setView(view: View): void {
    this.view = view;
    if (!view.rows.includes(this.series)) {
      this.series = view.rows.find((s) => s !== view.baseline) ?? view.rows[0] ?? -1;
      this.target = null;
    }
    const region = document.getElementById("detail");
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

  private choose(cell: HTMLElement, spoken: boolean): void {
    const series = this.view?.series.findIndex((s) => s.name === cell.dataset.series) ?? -1;
    if (series < 0) return;
    this.series = series;
    this.target = cell.dataset.target === undefined ? null : Number(cell.dataset.target);
    // Only what the keyboard chose is read out; a drag would never stop talking.
    this.body.setAttribute("aria-live", spoken ? "polite" : "off");
    this.refresh();
    for (const old of document.querySelectorAll(".chosen")) old.classList.remove("chosen");
    cell.classList.add("chosen");
  }

  private refresh(): void {
    const html = this.describe(this.series, this.target);
    if (html === this.written) return;
    this.written = html;
    this.body.innerHTML = html; // escaped by Go
  }
}
