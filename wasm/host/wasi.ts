/**
 * The least of WASI preview 1 that a module built by Go needs to start and to
 * compute: a clock, random bytes, and lines for the console. Everything else
 * says "not supported". A module that imports nothing needs none of it.
 */

const OK = 0;
const BADF = 8;
const NOSYS = 52;

/** Thrown through the module when it ends itself. */
export class Exit extends Error {
  constructor(readonly code: number) {
    super(`the module ended itself with code ${code}`);
    this.name = 'Exit';
  }
}

type Func = (...args: any[]) => number;

/** The imports of one instance. */
export interface Wasi {
  imports: WebAssembly.Imports;
  /** The memory does not exist before the instance does. */
  attach(memory: WebAssembly.Memory): void;
  /** The first lines that the module wrote as errors: why a Go program died. */
  lastWords(): string;
}

/** Makes the imports that a compiled module asks for. */
export function wasi(module: WebAssembly.Module): Wasi {
  let memory: WebAssembly.Memory | undefined;
  // The buffer is replaced whenever memory grows: never keep a view.
  const view = () => new DataView(memory!.buffer);
  const out = new Lines((line) => console.log(line));
  const words: string[] = [];
  const err = new Lines((line) => {
    if (words.push(line) > 12) words.pop();
    console.error(line);
  });

  const none = (count: number, size: number): number => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return OK;
  };
  const functions: Record<string, Func> = {
    args_get: () => OK,
    args_sizes_get: none,
    environ_get: () => OK,
    environ_sizes_get: none,
    sched_yield: () => OK,
    proc_exit: (code: number) => {
      throw new Exit(code);
    },
    clock_time_get: (id: number, _precision: bigint, at: number) => {
      const ms = id === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return OK;
    },
    random_get: (at: number, n: number) => {
      const bytes = new Uint8Array(memory!.buffer, at, n);
      // One call fills at most 65,536 bytes.
      for (let i = 0; i < n; i += 65536) crypto.getRandomValues(bytes.subarray(i, i + 65536));
      return OK;
    },
    fd_write: (fd: number, iovs: number, count: number, written: number) => {
      const lines = fd === 1 ? out : fd === 2 ? err : undefined;
      if (!lines) return BADF;
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(iovs + 8 * i, true);
        const n = view().getUint32(iovs + 8 * i + 4, true);
        lines.write(new Uint8Array(memory!.buffer, at, n));
        total += n;
      }
      view().setUint32(written, total, true);
      return OK;
    },
    // Go asks for the folders it may open until it hears that there is none.
    fd_prestat_get: () => BADF,
    // Go's scheduler sleeps by polling a clock, and dies of a refusal. Nothing
    // may block here, so every wait is over at once.
    poll_oneoff: (subscriptions: number, events: number, count: number, written: number) => {
      const v = view();
      for (let i = 0; i < count; i++) {
        v.setBigUint64(events + 32 * i, v.getBigUint64(subscriptions + 48 * i, true), true);
        v.setUint16(events + 32 * i + 8, OK, true);
        v.setUint8(events + 32 * i + 10, v.getUint8(subscriptions + 48 * i + 8));
      }
      v.setUint32(written, count, true);
      return OK;
    },
  };

  const imports: Record<string, Record<string, Func>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from !== 'wasi_snapshot_preview1' || kind !== 'function') continue; // instantiating names what is missing
    (imports[from] ??= {})[name] = functions[name] ?? (() => NOSYS);
  }
  return {
    imports,
    attach: (m) => {
      memory = m;
    },
    lastWords: () => words.join('\n'),
  };
}

/** Cuts a stream of bytes into lines. */
class Lines {
  private rest = '';
  private readonly decoder = new TextDecoder();
  constructor(private readonly emit: (line: string) => void) {}
  write(bytes: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.rest = lines.pop()!;
    lines.forEach(this.emit);
  }
}
