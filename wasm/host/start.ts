/** Starting the modules that read a reader's files, and trading bytes with them: wasm/exchange. */

import { compile, text, type Source } from './load';
import { wasi } from './wasi';

/** The module is of no more use. */
export class Broken extends Error {}

/** An instance that is there for its exports. */
export class Running {
  constructor(
    /** What it is called where it fails. */
    private readonly name: string,
    readonly exports: WebAssembly.Exports,
    private readonly memory: WebAssembly.Memory,
    /** The last that it said before it died. */
    private readonly lastWords: () => string,
  ) {}

  // memory.buffer is read anew each time: it is another one after memory grew.

  /** Puts bytes where there is room for them, and returns how many; 0 is no room. */
  put(room: number, bytes: Uint8Array): number {
    if (room === 0) throw new Error('too much at once');
    new Uint8Array(this.memory.buffer, room >>> 0, bytes.length).set(bytes);
    return bytes.length;
  }

  /** A reply, which is overwritten by the next: what is to stay is copied. */
  reply(at: number): Uint8Array<ArrayBuffer> {
    const buffer = this.memory.buffer as ArrayBuffer;
    return new Uint8Array(buffer, (at >>> 0) + 4, new DataView(buffer).getUint32(at >>> 0, true));
  }

  words(at: number): string {
    return new TextDecoder().decode(this.reply(at));
  }

  /** A failure in words: of a trap, the last words of the Go program, if it has any. */
  failed(e: unknown): Error {
    if (!(e instanceof WebAssembly.RuntimeError)) return e instanceof Error ? e : new Error(text(e));
    return new Broken(`the ${this.name} stopped: ${this.lastWords().split('\n', 1)[0] || e.message}`);
  }
}

/** What wasm_exec.js brings. */
declare const Go: new () => { argv: string[]; importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

/** Starts a module for its exports: one of its own, or the page's program that
 * holds them too, which is told so by a word and then shows no page. */
export async function start(name: string, from: Source): Promise<Running> {
  const module = await compile(from);
  if (WebAssembly.Module.imports(module).some((i) => i.module === 'gojs')) {
    const go = new Go();
    go.argv.push('exports');
    const instance = await WebAssembly.instantiate(module, go.importObject);
    void go.run(instance); // it ends with the page
    const { exports } = instance;
    return new Running(name, exports, exports.mem as WebAssembly.Memory, () => '');
  }
  const shim = wasi(module);
  const { exports } = await WebAssembly.instantiate(module, shim.imports);
  const memory = exports.memory as WebAssembly.Memory;
  shim.attach(memory);
  (exports._initialize as () => void)();
  return new Running(name, exports, memory, shim.lastWords);
}
