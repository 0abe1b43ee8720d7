/** What comes of comparing: what is said of the author's figures, and whose are on show. */

import { IsoError } from '../host/error';
import type { Ask, Sheet } from '../host/iso';
import { text } from '../host/load';
import type { Comparison } from './fallback';

/** Whose figures are on show. */
export type Whose = 'author' | 'today';

export interface Verdict {
  /** Whether there is a choice: there is something written, and it is not what today's data give. */
  apart: boolean;
  /** Whether what the author wrote follows from the data at hand. */
  follows: boolean;
  whose: Whose;
  /** What the figures that are not the author's are called: of the same data, only the computing is another. */
  others: string;
  said: string[];
}

/** The first of a list in words, and how many more there are. */
const some = (list: string[], n: number): string => list.slice(0, n).join('; ') + (list.length > n ? `; and ${list.length - n} more` : '');

/**
 * Judges what stands in a tag by the data that it was written from: today's, or
 * where they have moved on those of that day, which may be gone, with why.
 */
export function judge({ compared, differ, first, form, notes }: Comparison, moved: boolean, gone: unknown): Verdict {
  const written = compared > 0 || form.length > 0 || notes.length > 0;
  const follows = differ === 0 && form.length === 0 && notes.length === 0;
  const others = moved ? 'Today’s' : 'Computed';
  if (moved && gone) {
    // Another model's hash is the tag's fault: nothing has moved on.
    const why =
      gone instanceof IsoError && gone.kind === 'usage'
        ? `hash: ${gone.message}.`
        : `The data have moved on since this was written, and those of that day are no longer there${written ? '' : ` (${text(gone)})`}.`;
    const now = written ? 'The author’s figures are on show as they were written.' : 'Today’s figures are on show.';
    return { apart: written, follows, whose: written ? 'author' : 'today', others, said: [`${why} ${now}`] };
  }
  const said = [];
  if (moved) said.push('The data have moved on since this was written.');
  if (follows && moved) said.push('The author’s figures, computed from the data of that day, are on show.');
  if (!follows) {
    const by = moved ? 'the data of that day give here' : 'this page computes from the same data';
    if (differ) said.push(`${differ} of ${compared} values ${differ === 1 ? 'is' : 'are'} not what ${by}${differ === 1 ? ': ' : '; the first: '}${first}.`);
    if (form.length) said.push(`The form is not that of what ${by}: ${some(form, 3)}.`);
    if (notes.length) said.push(`The notes below are not those that ${by}: ${some(notes, 1)}.`);
    said.push('The figures are on show as they were written.');
  }
  return { apart: moved || !follows, follows, whose: 'author', others, said: said.length ? [said.join(' ')] : [] };
}

/** How many cells an element shows: more would keep the page from answering. */
const CELLS = 5000;

/** Refuses a table of more cells; sheet is that of the first target. */
export function limit({ grids }: Sheet, { targets }: Ask): void {
  const lines = targets?.length ? new Set(targets).size : (grids[0]?.lines.length ?? 0);
  const each = grids.reduce((n, g) => n + (g.lines[0]?.cells.filter((c) => !c.ratio).length ?? 0), 0);
  if (lines * each <= CELLS) return;
  throw new IsoError('usage', `${lines} targets of ${each} values each are ${lines * each} cells, and an element shows ${CELLS} at most: choose fewer targets, systems or quantities`);
}
