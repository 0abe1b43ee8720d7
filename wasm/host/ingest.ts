/**
 * The host of ingest.wasm, which reads the files that a reader drops. One script
 * for both places: in a Worker it answers messages; on a page that may not start
 * one, it leaves the same class as a global, and the page runs it itself.
 *
 * Files go in piece by piece and nowhere else: nothing here sends anything.
 */

import { compile, text } from './load';
import { wasi, type Wasi } from './wasi';

/** The interface version that this host speaks. */
const ABI = 1;

/** How much of a file is in memory at one time. */
const PIECE = 1 << 20;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  ingest_abi(): number;
  ingest_buffer(n: number): number;
  ingest_begin(n: number): void;
  ingest_write(n: number): number;
  ingest_end(): number;
  ingest_goodput(run: number, ttft: number, itl: number): number;
  ingest_export(run: number, format: number): number;
}

/** Thrown when a reading was called off. */
export class Cancelled extends Error {}

/** One running module. It holds the last file's runs. */
export class Ingest {
  private reading = 0;

  private constructor(
    private readonly exports: Exports,
    private readonly shim: Wasi,
  ) {}

  static async load(url: string): Promise<Ingest> {
    const module = await compile(url);
    const shim = wasi(module);
    const exports = (await WebAssembly.instantiate(module, shim.imports)).exports as unknown as Exports;
    shim.attach(exports.memory);
    exports._initialize();
    if (exports.ingest_abi() !== ABI) throw new Error('the importer is of another version than this page: reload it');
    return new Ingest(exports, shim);
  }

  /** Reads a file and returns the reply as msgpack. */
  async read(file: File, progress: (read: number) => void): Promise<Uint8Array> {
    const turn = ++this.reading;
    try {
      this.exports.ingest_begin(this.put(new TextEncoder().encode(file.name)));
      for (let at = 0; at < file.size; at += PIECE) {
        const piece = new Uint8Array(await this.piece(file, at));
        if (turn !== this.reading) throw new Cancelled('cancelled');
        const more = this.exports.ingest_write(this.put(piece));
        progress(Math.min(at + piece.length, file.size));
        if (!more) break;
      }
      return this.take(this.exports.ingest_end());
    } catch (e) {
      throw this.said(e);
    }
  }

  cancel(): void {
    this.reading++;
  }

  goodput(run: number, ttft: number, itl: number): string {
    return this.words(() => this.exports.ingest_goodput(run, ttft, itl));
  }

  save(run: number, format: number): string {
    return this.words(() => this.exports.ingest_export(run, format));
  }

  private async piece(file: File, at: number): Promise<ArrayBuffer> {
    try {
      return await file.slice(at, at + PIECE).arrayBuffer();
    } catch {
      throw new Error('the file cannot be read: it may be a folder, or have changed or gone since it was dropped');
    }
  }

  private words(call: () => number): string {
    try {
      return new TextDecoder().decode(this.take(call()));
    } catch (e) {
      throw this.said(e);
    }
  }

  private put(bytes: Uint8Array): number {
    const at = this.exports.ingest_buffer(bytes.length) >>> 0;
    if (at === 0) throw new Error('too much at once');
    // memory.buffer is read anew each time: it is another one after memory grew.
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  private take(reply: number): Uint8Array {
    const at = reply >>> 0;
    const { buffer } = this.exports.memory;
    return new Uint8Array(buffer, at + 4, new DataView(buffer).getUint32(at, true)).slice();
  }

  /** A trap with the last words of the Go program, if it has any. */
  private said(e: unknown): Error {
    if (!(e instanceof WebAssembly.RuntimeError)) return e instanceof Error ? e : new Error(text(e));
    const words = this.shim.lastWords().split('\n', 1)[0];
    return new Broken(words ? `the importer stopped: ${words}` : `the importer stopped: ${e.message}`);
  }
}

/** The module is of no more use. */
export class Broken extends Error {}

/** What a page asks of the Worker; each is answered under its number. */
export type Ask =
  | { id: number; do: 'load'; url: string }
  | { id: number; do: 'read'; file: File }
  | { id: number; do: 'cancel' }
  | { id: number; do: 'goodput'; run: number; ttft: number; itl: number }
  | { id: number; do: 'save'; run: number; format: number };

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
    if (ask.do === 'load') {
      ingest = await Ingest.load(ask.url);
      return undefined;
    }
    if (!ingest) throw new Broken('the importer is not loaded');
    switch (ask.do) {
      case 'read':
        return ingest.read(ask.file, (read) => scope.postMessage({ id: ask.id, read }));
      case 'cancel':
        return ingest.cancel();
      case 'goodput':
        return ingest.goodput(ask.run, ask.ttft, ask.itl);
      case 'save':
        return ingest.save(ask.run, ask.format);
    }
  };
  scope.onmessage = ({ data: ask }) => {
    answer(ask).then(
      (value) => scope.postMessage({ id: ask.id, value }, value instanceof Uint8Array ? [value.buffer as ArrayBuffer] : []),
      (e: unknown) => scope.postMessage({ id: ask.id, failed: text(e), cancelled: e instanceof Cancelled, broken: e instanceof Broken }),
    );
  };
}
