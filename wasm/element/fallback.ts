/**
 * What stands in the tag. isofront's own part is told by its classes: it is
 * compared with what is computed, and gives way to it. What else an author put
 * into the tag is the author's: it is not compared, and it stays.
 */

import type { Grid } from '../host/iso';

/** How isofront's own tables in a tag compare with what is computed. */
export interface Comparison {
  /** How many cells there are in both, and how many of them say something else. */
  compared: number;
  differ: number;
  /** What else is other than computed, in words: rows, columns, captions. */
  form: string[];
}

const OWN = '.iso-table,.iso-notes,.iso-figure,.iso-points';
const OTHERS = 'table:not(.iso-table)';

/** Whether a child of the tag is isofront's, or holds such and no table of the author's. */
const isOwn = (e: Element): boolean => e.matches(OWN) || (e.querySelector(OWN) !== null && !e.matches(OTHERS) && !e.querySelector(OTHERS));

/** isofront's own tables in a tag. */
export const tables = (element: Element): HTMLTableElement[] => [...element.querySelectorAll<HTMLTableElement>('table.iso-table')];

/**
 * Parts the children of a tag among the slots: where the live one is drawn,
 * isofront's own go to none, and those after them to the slot below it. Without
 * scripts a slot attribute means nothing, so that a saved page reads whole. Tells
 * whether the slot above the live one is to be seen.
 */
export function part(element: Element, drawn: boolean): boolean {
  let own = false;
  for (const child of element.children) {
    const mine = drawn && isOwn(child);
    own ||= mine;
    if (own) child.slot = mine ? 'iso-own' : 'iso-below';
    else if (child.slot.startsWith('iso-')) child.removeAttribute('slot');
  }
  return !drawn || own || element.querySelector('table') !== null;
}

/** Values are the same when 12 digits are, but for the last: programs differ there. */
export function same(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-11 * Math.abs(b));
}

/** A text without what a page's markup adds to it. */
export const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The number behind a cell, null where there is none. */
export const valueOf = (td: HTMLElement): number | null => (td.dataset.value === undefined ? null : Number(td.dataset.value));

/** Says that there are so many of something where others are computed. */
export function count(form: string[], what: string, is: number, wanted: number): void {
  if (is !== wanted) form.push(`${what}: ${is}, not ${wanted}`);
}

/** Says that a text is not the computed one. */
export function words(form: string[], what: string, is: string | null | undefined, wanted: string): void {
  if (plain(is) !== plain(wanted)) form.push(`${what}: “${plain(is)}”, not “${plain(wanted)}”`);
}

/** Compares the tables in a tag with grids, cell by cell: a row with the one of the same target. */
export function compare(element: Element, grids: Grid[]): Comparison {
  const own = tables(element);
  const form: string[] = [];
  let [compared, differ] = [0, 0];
  if (own.length) count(form, 'tables', own.length, grids.length);
  own.forEach((t, k) => {
    const caption = plain(t.caption?.textContent);
    const grid = grids.find((g) => plain(g.caption) === caption) ?? (own.length === grids.length ? grids[k] : undefined);
    if (!grid) return;
    words(form, 'caption', caption, grid.caption);
    const heads = [...(t.tHead?.rows[0]?.cells ?? [])].map((c) => plain(c.textContent));
    count(form, 'columns', heads.length, 1 + grid.heads.length);
    if (heads.length === 1 + grid.heads.length) [grid.corner, ...grid.heads].forEach((head, i) => words(form, 'column', heads[i], head));
    const lines = new Map(grid.lines.map((line) => [plain(line.text), line]));
    const rows = [...(t.tBodies[0]?.rows ?? [])];
    count(form, 'rows', rows.length, grid.lines.length);
    rows.forEach((row, i) => {
      const target = plain(row.cells[0]?.textContent);
      const line = lines.get(target);
      if (!line) return void form.push(`row “${target}” is not computed`);
      if (rows.length === grid.lines.length && grid.lines[i] !== line) form.push(`row “${target}” is in another place`);
      const tds = [...row.querySelectorAll('td')];
      // Cells of a row with others than computed cannot be told apart.
      if (tds.length !== line.cells.length) return count(form, `cells of row “${target}”`, tds.length, line.cells.length);
      tds.forEach((td, j) => {
        const cell = line.cells[j]!;
        compared++;
        if (!same(valueOf(td), cell.value) || (td.dataset.state ?? cell.state) !== cell.state || plain(td.textContent) !== plain(cell.text)) differ++;
      });
    });
  });
  return { compared, differ, form };
}
