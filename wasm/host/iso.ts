/**
 * The host of iso.wasm: isofront's tables, frontiers and charts, computed where
 * the reader is, from msgpack bundles.
 *
 *     const iso = await Iso.load(new URL('iso.wasm', location.href));
 *     await iso.open(await (await fetch('data/index.msgpack')).arrayBuffer());
 *     await iso.open(await (await fetch('data/some-model.msgpack')).arrayBuffer());
 *     const table = await iso.table({ model: '...', workload: '8192/1024', targets: [20, 30] });
 */

import { IsoError, type IsoErrorKind } from './error';
import { compile, text, type Source } from './load';
import { decode, encode } from './msgpack';
import { wasi, type Wasi } from './wasi';
import type { BreakEven, Catalogue, Chart, Frontier, Opened, Query, Reply, Solve, Table } from './wire';

export * from './wire';
export { IsoError, type IsoErrorKind, type Source };

/** The interface version that this host speaks. */
const ABI = 1;

/** A query; what is left out has its default. */
export type Ask = Partial<Omit<Query, 'verb'>>;

/** What is told after a trap. */
export interface Restart {
  /** Why the old instance is gone. */
  reason: string;
  /** How many files the new instance has opened again. */
  reopened: number;
  /** Files that it no longer takes, each with the reason. */
  lost: string[];
}

export interface Options {
  /** Called after the module had to be started anew; without it a warning goes to the console. */
  onRestart?: (restart: Restart) => void;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  iso_abi(): number;
  iso_alloc(n: number): number;
  iso_free(ptr: number): void;
  iso_open(ptr: number, n: number): number;
  iso_query(ptr: number, n: number): number;
}

/** Messages up to this size share one block, made once. */
const SMALL = 4096;

/**
 * One running module. Calls are answered in the order they are made. Each
 * rejects with an IsoError, and with nothing else.
 */
export class Iso {
  private instance!: Instance;
  /** Why the instance must not be used again. */
  private broken: Trap | undefined;
  /** What a new instance has to open, by what the file holds. */
  private readonly files = new Map<string, Uint8Array>();
  private last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly options: Options,
  ) {}

  /**
   * Loads and starts the module. A string or URL is fetched and compiled as it
   * streams in; a server that sends another type than application/wasm only
   * costs that overlap. Bytes work everywhere, from file:// too.
   */
  static async load(source: Source | Promise<Source>, options: Options = {}): Promise<Iso> {
    const iso = new Iso(await compile(source), options);
    iso.instance = await Instance.start(iso.module);
    return iso;
  }

  /** Opens an index or a bundle. One of the same model and workload takes the place of the old one. */
  async open(file: ArrayBuffer | ArrayBufferView): Promise<Opened> {
    // A copy, since a file may have to be opened again after its owner changed it.
    const bytes = ArrayBuffer.isView(file)
      ? new Uint8Array(file.buffer, file.byteOffset, file.byteLength).slice()
      : new Uint8Array(file.slice(0));
    const opened = only((await this.call('iso_open', bytes)).opened);
    const key = JSON.stringify([opened.kind, opened.model, opened.workload]);
    this.files.delete(key); // so that the newest is the last
    this.files.set(key, bytes);
    return opened;
  }

  /** Any query; the reply carries exactly one field, named after what it is. */
  query(q: Partial<Query>): Promise<Reply> {
    let message: Uint8Array;
    try {
      message = encode(q);
    } catch (e) {
      return Promise.reject(new IsoError('usage', `query: ${text(e)}`));
    }
    return this.call('iso_query', message);
  }

  /** Series read at matched targets. */
  async table(q: Ask): Promise<Table> {
    return only((await this.query({ ...q, verb: 'table' })).table);
  }

  /** The knots of each series. */
  async frontier(q: Ask): Promise<Frontier> {
    return only((await this.query({ ...q, verb: 'frontier' })).frontier);
  }

  /** What a figure draws: points, members, and samples of the curve that tables read. */
  async chart(q: Ask): Promise<Chart> {
    return only((await this.query({ ...q, verb: 'chart' })).chart);
  }

  /** The fastest target at which each series holds the bound. */
  async solve(q: Ask): Promise<Solve> {
    return only((await this.query({ ...q, verb: 'solve' })).solve);
  }

  /** The price at which each series matches the baseline at one target. */
  async breakEven(q: Ask): Promise<BreakEven> {
    return only((await this.query({ ...q, verb: 'break-even' })).break_even);
  }

  /** What the opened index offers. */
  async catalogue(): Promise<Catalogue> {
    return only((await this.query({ verb: 'catalogue' })).catalogue);
  }

  /** Puts a call behind those before it, so that a restart is never overtaken. */
  private call(name: 'iso_open' | 'iso_query', message: Uint8Array): Promise<Reply> {
    const turn = this.last.then(() => this.attempt(name, message));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async attempt(name: 'iso_open' | 'iso_query', message: Uint8Array): Promise<Reply> {
    if (this.broken) await this.restart(this.broken);
    try {
      return this.instance.send(name, message);
    } catch (e) {
      if (!(e instanceof Trap)) throw e;
      await this.restart(e);
    }
    try {
      return this.instance.send(name, message);
    } catch (e) {
      if (!(e instanceof Trap)) throw e;
      this.broken = e;
      throw new IsoError('trap', `the module failed, and failed again after a restart: ${e.message}`);
    }
  }

  /** Starts a new instance of the compiled module and opens in it what was open. */
  private async restart(why: Trap): Promise<void> {
    this.broken = why;
    const instance = await Instance.start(this.module);
    const lost: string[] = [];
    for (const [key, file] of this.files) {
      try {
        instance.send('iso_open', file);
      } catch (e) {
        // Nothing is forgotten: the next call starts over.
        if (e instanceof Trap) throw new IsoError('trap', `the module failed while it opened a file again: ${e.message}`);
        this.files.delete(key);
        lost.push(`${key}: ${text(e)}`);
      }
    }
    this.instance = instance;
    this.broken = undefined;
    const restart: Restart = { reason: why.message, reopened: this.files.size, lost };
    if (this.options.onRestart) {
      this.options.onRestart(restart);
    } else {
      console.warn(`isofront: the module was started anew (${restart.reason}); files open again: ${restart.reopened}, lost: ${lost.length}`);
    }
  }
}

/** The module stopped where it must not: the instance is of no more use. */
class Trap extends Error {}

/** An instance, and the passing of messages through its memory. */
class Instance {
  private block = 0;

  private constructor(
    private readonly exports: Exports,
    private readonly wasi: Wasi,
  ) {}

  static async start(module: WebAssembly.Module): Promise<Instance> {
    const shim = wasi(module);
    try {
      const { exports } = await WebAssembly.instantiate(module, shim.imports);
      const instance = new Instance(exports as unknown as Exports, shim);
      shim.attach(instance.exports.memory);
      instance.exports._initialize?.();
      const abi = instance.exports.iso_abi();
      if (abi !== ABI) throw new Error(`its interface is version ${abi}, this host speaks ${ABI}`);
      instance.block = instance.exports.iso_alloc(SMALL);
      return instance;
    } catch (e) {
      throw new IsoError('load', `the module does not start: ${text(e)}`);
    }
  }

  /** Sends a message and decodes its reply; an error reply is thrown. */
  send(name: 'iso_open' | 'iso_query', message: Uint8Array): Reply {
    let reply: Reply;
    try {
      reply = this.exchange(name, message);
    } catch (e) {
      if (e instanceof IsoError) throw e;
      const words = this.wasi.lastWords();
      throw new Trap(words ? `${text(e)}: ${words.split('\n', 1)[0]}` : text(e));
    }
    if (reply.error) throw new IsoError(reply.error.kind as IsoErrorKind, reply.error.message);
    return reply;
  }

  private exchange(name: 'iso_open' | 'iso_query', message: Uint8Array): Reply {
    const x = this.exports;
    const small = message.length <= SMALL;
    // Addresses are unsigned; JavaScript sees i32.
    const at = (small ? this.block : x.iso_alloc(message.length)) >>> 0;
    if (at === 0) throw new IsoError('usage', `${message.length} bytes are more than the module takes`);
    // memory.buffer is read anew each time: it is another one after memory grew.
    new Uint8Array(x.memory.buffer, at, message.length).set(message);
    const reply = x[name](at, message.length) >>> 0;
    const n = new DataView(x.memory.buffer).getUint32(reply, true);
    const decoded = decode(new Uint8Array(x.memory.buffer, reply + 4, n)) as Reply;
    if (!small) x.iso_free(at);
    return decoded;
  }
}

/** The one field that a reply to this question must carry. */
function only<T>(part: T | undefined): T {
  if (part === undefined) throw new IsoError('internal', 'the module answered another question');
  return part;
}
