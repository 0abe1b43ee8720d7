/**
 * The host of ingest.wasm, which reads the files that a reader drops. One script
 * for both places: in a Worker it answers messages; on a page that may not start
 * one, it leaves the same class as a global, and the page runs it itself.
 *
 * Files go in piece by piece and nowhere else: nothing here sends anything.
 */

import { text, type Source } from './load';
import { pairs, plain } from './pairs';
import { Broken, start, type Running } from './start';

/** The interface version that this host speaks. */
const ABI = 4;

/** How much of a file is in memory at one time. */
const PIECE = 1 << 20;

/** How much of a file says what it is. */
const HEAD = 64 << 10;

interface Exports {
  ingest_abi(): number;
  ingest_buffer(n: number): number;
  ingest_beside(n: number, head: number): number;
  ingest_summary(n: number): void;
  ingest_join(): void;
  ingest_begin(n: number, size: number): void;
  ingest_write(n: number): number;
  ingest_end(): number;
  ingest_goodput(run: number, ttft: number, itl: number): number;
  ingest_point(run: number, n: number): number;
  ingest_csv(run: number): number;
}

/** Thrown when a reading was called off. */
export class Cancelled extends Error {}

/** One running module. It holds the last file's runs. */
export class Ingest {
  private reading = 0;

  private constructor(
    private readonly exports: Exports,
    private readonly module: Running,
  ) {}

  /** Loads the module from its address, or from its bytes on a page that can fetch nothing. */
  static async load(from: Source): Promise<Ingest> {
    const module = await start('importer', from);
    const exports = module.exports as unknown as Exports;
    if (exports.ingest_abi() !== ABI) throw new Error('the importer is of another version than this page: reload it');
    return new Ingest(exports, module);
  }

  /**
   * Finds which of the files is a tool's own summary of the requests in which
   * other: for each file, where its summary is among them, or -1.
   */
  async summaries(files: File[]): Promise<number[]> {
    const wanted: string[] = [];
    for (const file of files) {
      // What cannot be read has no summary; reading it says why.
      const head = await this.piece(file, 0, HEAD).catch(() => new ArrayBuffer(0));
      const name = new TextEncoder().encode(plain(file.name));
      const both = new Uint8Array(name.length + head.byteLength);
      both.set(name);
      both.set(new Uint8Array(head), name.length);
      wanted.push(this.words(() => this.exports.ingest_beside(name.length, this.put(both) - name.length)));
    }
    return pairs(files.map((file) => file.name), wanted);
  }

  /**
   * Reads a file, with the tool's own summary if there is one, and returns the reply as msgpack.
   * Its runs take the place of those at hand, or join them.
   */
  async read(file: File, summary: File | undefined, join: boolean, progress: (read: number) => void): Promise<Uint8Array> {
    const turn = ++this.reading;
    const encoder = new TextEncoder();
    try {
      if (summary) {
        this.exports.ingest_summary(this.put(encoder.encode(summary.name)));
        await this.feed(summary, turn, () => undefined);
      }
      if (join) this.exports.ingest_join();
      this.exports.ingest_begin(this.put(encoder.encode(file.name)), file.size);
      await this.feed(file, turn, progress);
      return this.take(this.exports.ingest_end());
    } catch (e) {
      throw this.module.failed(e);
    }
  }

  private async feed(file: File, turn: number, progress: (read: number) => void): Promise<void> {
    for (let at = 0; at < file.size; at += PIECE) {
      const piece = new Uint8Array(await this.piece(file, at, PIECE));
      if (turn !== this.reading) throw new Cancelled('cancelled');
      const more = this.exports.ingest_write(this.put(piece));
      progress(Math.min(at + piece.length, file.size));
      if (!more) break;
    }
  }

  cancel(): void {
    this.reading++;
  }

  goodput(run: number, ttft: number, itl: number): string {
    return this.words(() => this.exports.ingest_goodput(run, ttft, itl));
  }

  /** A run as an operating point, as msgpack. */
  point(run: number, settings: string): Uint8Array {
    try {
      return this.take(this.exports.ingest_point(run, this.put(new TextEncoder().encode(settings))));
    } catch (e) {
      throw this.module.failed(e);
    }
  }

  /** A run's report as CSV. */
  csv(run: number): string {
    return this.words(() => this.exports.ingest_csv(run));
  }

  private async piece(file: File, at: number, size: number): Promise<ArrayBuffer> {
    try {
      return await file.slice(at, at + size).arrayBuffer();
    } catch {
      throw new Error('the file cannot be read: it may be a folder, or have changed or gone since it was dropped');
    }
  }

  private words(call: () => number): string {
    try {
      return this.module.words(call());
    } catch (e) {
      throw this.module.failed(e);
    }
  }

  private put(bytes: Uint8Array): number {
    return this.module.put(this.exports.ingest_buffer(bytes.length), bytes);
  }

  private take(reply: number): Uint8Array {
    return this.module.reply(reply).slice();
  }
}

/** What a page asks of the Worker; each is answered under its number. */
export type Ask =
  | { id: number; do: 'probe'; file: File }
  | { id: number; do: 'load'; from: string | Uint8Array }
  | { id: number; do: 'summaries'; files: File[] }
  | { id: number; do: 'read'; file: File; summary?: File; join: boolean }
  | { id: number; do: 'cancel' }
  | { id: number; do: 'goodput'; run: number; ttft: number; itl: number }
  | { id: number; do: 'point'; run: number; settings: string }
  | { id: number; do: 'csv'; run: number };

export type Answer = { id: number; read?: number; value?: unknown; failed?: string; cancelled?: boolean; broken?: boolean };

const scope = globalThis as unknown as {
  document?: unknown;
  isofrontIngest?: typeof Ingest;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Ask>) => void) | null;
};

if (scope.document) {
  scope.isofrontIngest = Ingest;
} else {
  let ingest: Ingest | undefined;
  const answer = async (ask: Ask): Promise<unknown> => {
    if (ask.do === 'probe') return ask.file.arrayBuffer().then(() => true, () => false);
    if (ask.do === 'load') {
      ingest = await Ingest.load(ask.from);
      return undefined;
    }
    if (!ingest) throw new Broken('the importer is not loaded');
    switch (ask.do) {
      case 'summaries':
        return ingest.summaries(ask.files);
      case 'read':
        return ingest.read(ask.file, ask.summary, ask.join, (read) => scope.postMessage({ id: ask.id, read }));
      case 'cancel':
        return ingest.cancel();
      case 'goodput':
        return ingest.goodput(ask.run, ask.ttft, ask.itl);
      case 'point':
        return ingest.point(ask.run, ask.settings);
      case 'csv':
        return ingest.csv(ask.run);
    }
  };
  scope.onmessage = ({ data: ask }) => {
    answer(ask).then(
      (value) => scope.postMessage({ id: ask.id, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []),
      (e: unknown) => scope.postMessage({ id: ask.id, failed: text(e), cancelled: e instanceof Cancelled, broken: e instanceof Broken }),
    );
  };
}
