/** A table of the reply, as elements; and the fallback it is compared with. */

import type { Grid, Note } from '../host/iso';
import { same, type Comparison } from './element';
import { make } from './dom';

/** How the lines of one grid are ordered: by a column, -1 that of the targets. */
export interface Order {
  grid: number;
  column: number;
  down: boolean;
}

/** Draws a grid. A click on a head asks for another order. */
export function table(grid: Grid, order: Order | undefined, here: number | null, sort: (column: number) => void): HTMLElement {
  const head = (text: string, column: number) => {
    const button = make('button', { type: 'button' }, text);
    button.addEventListener('click', () => sort(column));
    const on = order?.column === column ? (order.down ? 'descending' : 'ascending') : undefined;
    return make('th', { scope: 'col', part: 'head', 'aria-sort': on, 'data-column': column }, button);
  };
  const lines = grid.lines.map((line) => {
    const cells = line.cells.map((c, i) =>
      make('td', { part: c.ratio ? 'cell ratio' : 'cell', 'data-state': c.state, 'data-value': c.value ?? undefined, 'data-column': i }, c.text),
    );
    return { line, row: make('tr', { part: 'row', class: line.target === here ? 'here' : undefined }, make('th', { scope: 'row', part: 'target' }, line.text), ...cells) };
  });
  if (order) {
    const key = (line: Grid['lines'][number]) => (order.column < 0 ? line.target : (line.cells[order.column]?.value ?? null));
    lines.sort((a, b) => {
      const [x, y] = [key(a.line), key(b.line)];
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1; // absent is last, either way
      return order.down ? y - x : x - y;
    });
  }
  // The caption is outside what scrolls, so that all of it can be read.
  return make(
    'div',
    {},
    make('p', { class: 'title', part: 'caption' }, grid.caption),
    make(
      'div',
      { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': grid.caption },
      make(
        'table',
        { part: 'table', 'aria-label': grid.caption },
        make('thead', {}, make('tr', {}, head(grid.corner, -1), ...grid.heads.map(head))),
        make('tbody', {}, ...lines.map((l) => l.row)),
      ),
    ),
  );
}

/** The notes below, with their addresses as links. */
export function notes(list: Note[]): HTMLElement {
  return make(
    'ul',
    { class: 'notes', part: 'notes' },
    ...list.map(({ text, url }) => {
      const at = url ? text.indexOf(url) : -1;
      if (at < 0) return make('li', {}, text);
      return make('li', {}, text.slice(0, at), make('a', { href: url, rel: 'noopener' }, url), text.slice(at + url.length));
    }),
  );
}

/** A cell's text without what a page's markup adds to it. */
const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** Compares tables in the page with grids, cell by cell. */
export function compare(element: Element, grids: Grid[]): Comparison {
  const tables = [...element.querySelectorAll<HTMLTableElement>('table')];
  let compared = 0;
  let differ = 0;
  tables.forEach((t, g) => {
    const rows = [...(t.tBodies[0]?.rows ?? [])];
    rows.forEach((row, i) => {
      const cells = grids[g]?.lines[i]?.cells ?? [];
      const tds = [...row.querySelectorAll('td')];
      // A cell that the author took out is not put back unasked.
      if (tds.length !== cells.length) differ++;
      tds.forEach((td, j) => {
        const cell = cells[j];
        const value = td.dataset.value === undefined ? null : Number(td.dataset.value);
        compared++;
        if (!cell || !same(value, cell.value) || (td.dataset.state ?? cell.state) !== cell.state || plain(td.textContent) !== plain(cell.text)) differ++;
      });
    });
    if (rows.length !== (grids[g]?.lines.length ?? 0)) differ++;
  });
  if (tables.length && tables.length !== grids.length) differ++;
  return { compared, differ };
}
