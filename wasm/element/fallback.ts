/**
 * What stands in the tag. isofront's own part is told by its classes: it is
 * compared with what is computed, and gives way to it. What else an author put
 * into the tag is the author's: it is not compared, and it stays.
 */

import type { Grid, GridCell, Note } from '../host/iso';

/** How isofront's own tables in a tag compare with what is computed. */
export interface Comparison {
  /** How many cells there are in both, and how many of them say something else. */
  compared: number;
  differ: number;
  /** Where the first of those is, what is written there and what is computed, in words; '' for none. */
  first: string;
  /** What else is other than computed, in words: rows, columns, captions. */
  form: string[];
  /** Which lines of the notes are other than computed, in words. */
  notes: string[];
}

const OWN = '.iso-table,.iso-notes,.iso-figure,.iso-points';
const OTHERS = 'table:not(.iso-table)';

/** Whether a child of the tag is isofront's, or holds such and no table of the author's. */
const isOwn = (e: Element): boolean => e.matches(OWN) || (e.querySelector(OWN) !== null && !e.matches(OTHERS) && !e.querySelector(OTHERS));

/** isofront's own tables in a tag. */
export const tables = (element: Element): HTMLTableElement[] => [...element.querySelectorAll<HTMLTableElement>('table.iso-table')];

/** The rows of a table below its heads, wherever an author put them. */
export const below = (t: HTMLTableElement): HTMLTableRowElement[] => [...t.rows].filter((row) => row !== t.tHead?.rows[0]);

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

/** Says what is written where something else is computed. */
export const instead = (is: string, wanted: string): string => `${is} is written, ${wanted} is computed`;

/** A number with the digits that are compared. */
export const digits = (v: number | null): string => (v === null ? 'no value' : String(Number(v.toPrecision(12))));

/** What is written in a cell, with what is behind it. */
export const written = (td: HTMLElement): string => `“${plain(td.textContent)}”${td.dataset.value === undefined ? '' : ` with the value ${td.dataset.value}`}`;

/** What is other than computed of a cell, in words: its text, or what is behind it; '' where nothing is. */
function other(td: HTMLElement, cell: GridCell): string {
  const [text, state] = [plain(td.textContent), td.dataset.state ?? cell.state];
  if (text !== plain(cell.text)) return instead(`“${text}”`, `“${plain(cell.text)}”`);
  if (!same(valueOf(td), cell.value)) return instead(written(td), digits(cell.value));
  return state === cell.state ? '' : instead(`“${text}” with the state “${state}”`, `“${cell.state}”`);
}

/**
 * isofront's own notes in a tag, line by line; undefined where there are none. A text
 * beside the items is a line too. A link is part of its line, unless it is computed
 * and leads where the line says.
 */
function lines(element: Element, urls: string[]): string[] | undefined {
  const own = [...element.querySelectorAll('.iso-notes')];
  if (!own.length) return undefined;
  const line = (n: Node, links: Element[]): string => {
    const said = plain(n.textContent);
    const other = links.filter((a) => n.contains(a)).map((a) => a.getAttribute('href')!.trim()).filter((to) => !(urls.includes(to) && said.includes(to)));
    return said + other.map((to) => ` (a link to ${to})`).join('');
  };
  return own
    .flatMap((list) => {
      const links = [...list.querySelectorAll('[href]')];
      return [...list.childNodes].filter((n) => n.nodeType !== Node.COMMENT_NODE).map((n) => line(n, links));
    })
    .filter((text) => text !== '');
}

/**
 * Compares the notes in a tag with those computed, in words: a correction that an
 * author added, a price put right, a warning taken out, a link that leads elsewhere. Where notes need not be,
 * only those that are there are compared.
 */
export function noted(element: Element, computed: Note[], needed: boolean): string[] {
  const is = lines(element, computed.map((n) => n.url)) ?? (needed ? [] : undefined);
  if (!is) return [];
  const wanted = computed.map((n) => plain(n.text));
  // Each line stands for one of its like.
  const missing = [...wanted];
  const extra = is.filter((line) => {
    const at = missing.indexOf(line);
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  });
  const out = Array.from({ length: Math.max(extra.length, missing.length) }, (_, i) => {
    const [w, c] = [extra[i], missing[i]];
    if (w === undefined) return `“${c}” is computed and not written`;
    return c === undefined ? `“${w}” is written and not computed` : instead(`“${w}”`, `“${c}”`);
  });
  if (!out.length && is.some((line, i) => line !== wanted[i])) out.push('they are in another order');
  return out;
}

/** Compares the tables in a tag with grids, cell by cell: a row with the one of the same target; and the notes under them. */
export function compare(element: Element, grids: Grid[], computed: Note[]): Comparison {
  const own = tables(element);
  const form: string[] = [];
  let [compared, differ, first] = [0, 0, ''];
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
    const rows = below(t);
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
        const what = other(td, cell);
        if (!what) return;
        differ++;
        first ||= `${own.length > 1 ? `table ${k + 1}, ` : ''}row “${target}”, column “${plain(grid.heads[j])}”: ${what}`;
      });
    });
  });
  return { compared, differ, first, form, notes: noted(element, computed, own.length > 0) };
}
