/**
 * The host of audit.wasm, which checks a published table against a site's packed
 * files. It runs on the page: a table takes milliseconds. Nothing here sends
 * anything.
 */

import type { Source } from './load';
import { start, type Running } from './start';

export { Broken } from './start';

/** The interface version that this host speaks. */
const ABI = 1;

/** How much of a packed file goes in at one time. */
const PIECE = 1 << 20;

interface Exports {
  audit_abi(): number;
  audit_buffer(n: number): number;
  audit_open(n: number, more: number): number;
  audit_ask(n: number, length: number): number;
  audit_cell(cell: number): number;
  audit_export(format: number): number;
}

/** What a text gives: a packed file that is needed first, words on what is wrong, or the report as escaped HTML. */
export type Found = { needs: string } | { problem: string } | { report: string };

/** One running module. It holds the packed files and the last text. */
export class Auditor {
  private constructor(
    private readonly exports: Exports,
    private readonly module: Running,
  ) {}

  /** Loads the module from its address, or from its bytes on a page that can fetch nothing. */
  static async load(from: Source): Promise<Auditor> {
    const module = await start('checker', from);
    const exports = module.exports as unknown as Exports;
    if (exports.audit_abi() !== ABI) throw new Error('the checker is of another version than this page: reload it');
    return new Auditor(exports, module);
  }

  /** Opens a packed file: the site's index, or a bundle. */
  open(file: Uint8Array): void {
    for (let at = 0; ; at += PIECE) {
      const piece = file.subarray(at, at + PIECE);
      const more = at + PIECE < file.length;
      const problem = this.words(() => this.exports.audit_open(this.put(piece), Number(more)));
      if (problem) throw new Error(problem);
      if (!more) return;
    }
  }

  /** Checks a text under settings, lines of key=value: wasm/audit/ask.go. */
  ask(settings: string, content: string): Found {
    const encoder = new TextEncoder();
    const head = encoder.encode(settings);
    const body = encoder.encode(content);
    const both = new Uint8Array(head.length + body.length);
    both.set(head);
    both.set(body, head.length);
    const reply = this.words(() => {
      this.put(both);
      return this.exports.audit_ask(head.length, body.length);
    });
    const at = reply.indexOf('\x1e');
    return { [reply.slice(0, at)]: reply.slice(at + 1) } as Found;
  }

  /** What a cell of the last text rests on, as escaped HTML. */
  cell(cell: number): string {
    return this.words(() => this.exports.audit_cell(cell));
  }

  /** The last report as Markdown (0) or CSV (1). */
  save(format: number): string {
    return this.words(() => this.exports.audit_export(format));
  }

  private put(bytes: Uint8Array): number {
    return this.module.put(this.exports.audit_buffer(bytes.length), bytes);
  }

  private words(call: () => number): string {
    try {
      return this.module.words(call());
    } catch (e) {
      throw this.module.failed(e);
    }
  }
}
