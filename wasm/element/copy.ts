/** The table as text, onto the clipboard. */

import { text as why } from '../host/load';
import { make } from './dom';

export const FORMATS = { markdown: 'Markdown', html: 'HTML', csv: 'CSV', latex: 'LaTeX' } as const;
export type Format = keyof typeof FORMATS;

/** Buttons that copy. Where the clipboard may not be written, the text is shown to be copied by hand. */
export function copying(text: (format: Format) => Promise<string>): HTMLElement {
  const said = make('span', { role: 'status' });
  const byHand = make('textarea', { part: 'text', rows: 8, readonly: true, hidden: true, 'aria-label': 'The table as text' });
  const buttons = (Object.keys(FORMATS) as Format[]).map((format) => {
    const button = make('button', { type: 'button', part: 'button', 'data-format': format }, FORMATS[format]);
    button.addEventListener('click', async () => {
      let words: string;
      try {
        words = await text(format);
      } catch (e) {
        said.textContent = why(e);
        return;
      }
      try {
        await navigator.clipboard.writeText(words);
        byHand.hidden = true;
        said.textContent = `${FORMATS[format]} copied.`;
      } catch {
        byHand.value = words;
        byHand.hidden = false;
        byHand.focus();
        byHand.select();
        said.textContent = 'This page may not copy by itself: the text is selected.';
      }
    });
    return button;
  });
  return make('div', { class: 'bar copy', part: 'copy' }, make('span', {}, 'Copy as'), ...buttons, said, byHand);
}
