// The Go module: fetching it, starting it, and calling its exports.

import { held } from "./held";

declare global {
  interface Window {
    isofrontAhead?: Map<string, Promise<Response>>; // what the page's head sent for
  }
}

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
  // The references that a TinyGo program has to JavaScript's values.
  _values: unknown[];
  _ids: Map<unknown, number>;
  _idPool: number[];
  _goRefCounts: number[];
}

/** A failure worded for the reader: what could not be had, and what to do. */
export class LoadError extends Error {}

/** Fetches a file of the site. Errors say which file and why, in words. */
export async function fetchFile(url: string, what: string): Promise<Response> {
  const here = held();
  if (here) {
    const file = await here.get(url).catch((error: Error) => {
      throw new LoadError(error.message);
    });
    if (!file) throw new LoadError(`${what} is not in this file.`);
    return file;
  }
  if (location.protocol === "file:") {
    throw new LoadError("A page that is opened from disk may not load its other parts: the browser forbids it. Serve this folder from a web server.");
  }
  let response: Response;
  try {
    const ahead = window.isofrontAhead?.get(url);
    window.isofrontAhead?.delete(url);
    response = await (ahead ?? fetch(url));
  } catch {
    throw new LoadError(`${what} could not be fetched. Check the connection, then try again.`);
  }
  if (!response.ok) {
    const missing = response.status === 404 ? "is missing on the server" : `was refused by the server (HTTP ${response.status})`;
    throw new LoadError(`${what} ${missing}: ${url}. The site may have changed since this page was opened: reload it.`);
  }
  return response;
}

export async function fetchBytes(url: string, what: string): Promise<Uint8Array> {
  const response = await fetchFile(url, what);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch {
    throw new LoadError(`${what} broke off while it was fetched. Try again.`);
  }
}

/** Compiles while the file comes in; servers that send another type than
 * application/wasm get the slower way. */
async function instantiate(url: string, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  if (typeof WebAssembly !== "object") {
    throw new LoadError("This browser has no WebAssembly, which this page computes with.");
  }
  const response = await fetchFile(url, "The program");
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim();
  try {
    if (type === "application/wasm" && WebAssembly.instantiateStreaming) {
      return (await WebAssembly.instantiateStreaming(response, imports)).instance;
    }
    return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
  } catch (error) {
    throw new LoadError(`The program was fetched but does not start here: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Export = (...numbers: number[]) => number;

/** A TinyGo program gives hardly any reference to a JavaScript value back. Of what
 * it got during a call none is of use after, so that this gives them back for it. */
class References extends Map<unknown, number> {
  private fresh: Set<number> | null = null; // null: what is set is there to stay
  override set(value: unknown, id: number): this {
    this.fresh?.add(id);
    return super.set(value, id);
  }
  /** The program has given this one back itself. */
  override delete(value: unknown): boolean {
    this.fresh?.delete(this.get(value)!);
    return super.delete(value);
  }
  begin(): void {
    this.fresh = new Set();
  }
  release(go: Go): void {
    for (const id of this.fresh!) {
      super.delete(go._values[id]);
      go._values[id] = null;
      go._goRefCounts[id] = 0;
      go._idPool.push(id);
    }
    this.begin();
  }
}

/** The running module. Its text exports return the address of a length in four
 * bytes and UTF-8 behind it, good until the next call. */
export class Module {
  private readonly decoder = new TextDecoder();
  private readonly exports: WebAssembly.Exports;
  private references: References | null = null;
  private depth = 0;
  private readonly collect: (() => void) | undefined; // what TinyGo builds is told when it may

  private constructor(
    private readonly go: Go,
    private readonly instance: WebAssembly.Instance,
    private readonly ended: (why: unknown) => void,
  ) {
    this.exports = instance.exports;
    this.collect = this.exports.isofront_collect as (() => void) | undefined;
  }

  static async load(url: string, ended: (why: unknown) => void): Promise<Module> {
    const go = new Go();
    return new Module(go, await instantiate(url, go.importObject), ended);
  }

  start(): void {
    const running = this.go.run(this.instance);
    // What Go builds runs, and ends, by itself; what TinyGo builds is called.
    const begin = this.exports.isofront_start as (() => void) | undefined;
    if (!begin) {
      running.then(this.ended, this.ended);
      return;
    }
    this.within(begin);
    this.go._ids = this.references = new References(this.go._ids);
    this.references.begin();
  }

  /** Everything that calls into Go does it within this. */
  within<T>(call: () => T): T {
    if (this.depth++ === 0) this.collect?.();
    try {
      return call();
    } catch (error) {
      // A fault in TinyGo's code is a trap, and its program of no more use.
      if (error instanceof WebAssembly.RuntimeError) this.ended(error);
      throw error;
    } finally {
      if (--this.depth === 0) this.references?.release(this.go);
    }
  }

  text(name: string, ...numbers: number[]): string {
    const address = this.within(() => (this.exports[name] as Export)(...numbers)) >>> 0;
    // Memory may have grown during the call: its buffer is never kept.
    const { buffer } = (this.exports.mem ?? this.exports.memory) as WebAssembly.Memory;
    const length = new DataView(buffer).getUint32(address, true);
    return this.decoder.decode(new Uint8Array(buffer, address + 4, length));
  }
}
