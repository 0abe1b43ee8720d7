/** What the reader said of a table. */
export interface Said {
  target: number;
  columns: Map<number, string>;
  findings: boolean;
  turned: string; // on, off, or as the text looks
}

/** Of a table that nothing was said of. */
export const nothing = (): Said => ({ target: 0, columns: new Map(), findings: false, turned: "" });
