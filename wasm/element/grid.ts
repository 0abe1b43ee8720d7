/** A table of the reply, as elements. */

import type { Grid, Note } from '../host/iso';
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
