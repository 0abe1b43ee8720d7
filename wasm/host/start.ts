/** Starting the modules that read a reader's files: the importers and the check of tables. */

import { wasi } from './wasi';

/** What an instance of a module offers, and the last it said before it died. */
export interface Started {
  exports: WebAssembly.Exports;
  memory: WebAssembly.Memory;
  lastWords(): string;
}

/** What wasm_exec.js brings. */
declare const Go: new () => { argv: string[]; importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };

/** Starts a module for its exports: one of its own, or the page's program that
 * holds them too, which is told so by a word and then shows no page. */
export async function start(module: WebAssembly.Module): Promise<Started> {
  if (WebAssembly.Module.imports(module).some((i) => i.module === 'gojs')) {
    const go = new Go();
    go.argv.push('exports');
    const instance = await WebAssembly.instantiate(module, go.importObject);
    void go.run(instance);
    return { exports: instance.exports, memory: instance.exports.mem as WebAssembly.Memory, lastWords: () => '' };
  }
  const shim = wasi(module);
  const { exports } = await WebAssembly.instantiate(module, shim.imports);
  const memory = exports.memory as WebAssembly.Memory;
  shim.attach(memory);
  (exports._initialize as () => void)();
  return { exports, memory, lastWords: shim.lastWords };
}
