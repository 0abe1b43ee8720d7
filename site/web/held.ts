// What a page that is one file holds in itself, in place of a server.

export interface Held {
  /** A file of the site by its address, null where the page does not hold it. */
  get(url: string): Promise<Response | null>;
  /** The text of the importers' script, which the page has run as well. */
  ingest: string;
  /** What the file says of itself, and whether its content was found whole. */
  about: Promise<string>;
}

declare global {
  interface Window {
    isofrontHeld?: Held;
  }
}

export const held = (): Held | undefined => window.isofrontHeld;
