/**
 * Sites and what is fetched from them. All elements of a page share it: one
 * module, and of each site one index and each bundle once.
 */

import { IsoError } from '../host/error';
import { Iso, type Ask, type CatalogueEntry } from '../host/iso';
import { compile, text } from '../host/load';

/** A site's files, as paths from its folder. */
export interface Entry {
  index?: string;
  iso_wasm?: string;
}

/** A running module with the index and a bundle open. */
export interface Figures {
  iso: Iso;
  entry: CatalogueEntry;
  /** Hash of the bundle that is open. */
  sha256: string;
}

/** How long an answer may take to begin before it counts as refused. */
const PATIENCE = 30_000;

const places = new Map<string, Place>();
let home: { base: string; entry: Entry } | undefined;
let compiled: Promise<WebAssembly.Module> | undefined;

/** Says where the script lies and which files are there with it. */
export function settle(script: string, entry: Entry): void {
  home ??= { base: new URL('.', script).href, entry };
}

/** The site at an address; without one, the site that the script came from. */
export function place(address: string | null): Place {
  if (!home) throw new IsoError('load', 'the script was loaded from another file than its site’s embed.js');
  // An address names a folder, whether or not it ends in a slash, or a page in it.
  const folder = address?.replace(/[?#].*$/, '').replace(/[^/]*\.html$/, '').replace(/([^/])$/, '$1/');
  const base = folder ? new URL(folder, document.baseURI).href : home.base;
  let at = places.get(base);
  if (!at) places.set(base, (at = new Place(base)));
  return at;
}

/** Fetches a file, with words for what goes wrong. */
async function get(url: string): Promise<Response> {
  let response: Response;
  // For the beginning only: a slow line may take long over the rest.
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error(`no answer within ${PATIENCE / 1000} s`)), PATIENCE);
  try {
    response = await fetch(url, { credentials: 'omit', signal: patience.signal });
  } catch (e) {
    const other = new URL(url).origin !== location.origin;
    throw new IsoError('load', `${url} cannot be fetched${other ? ' (that host, its CORS header, or this page’s policy may be why)' : ''}: ${text(e)}`);
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw new IsoError('load', `${url}: ${response.status} ${response.statusText}`.trim());
  return response;
}

/** The module, compiled once; from the script's own site, whatever site the data are of. */
function module(): Promise<WebAssembly.Module> {
  const { base, entry } = home!;
  const once = async (): Promise<WebAssembly.Module> => {
    if (typeof WebAssembly === 'undefined') throw new IsoError('load', 'this browser runs no WebAssembly');
    if (!entry.iso_wasm) throw new IsoError('load', `${base} holds no module`);
    return compile(await get(new URL(entry.iso_wasm, base).href));
  };
  return (compiled ??= once().catch((e) => {
    compiled = undefined; // another element may have more luck
    throw e;
  }));
}

/** A site. */
export class Place {
  private readonly kept = new Map<string, Promise<unknown>>();

  constructor(readonly base: string) {}

  /** Does something once, and anew after it failed. */
  private once<T>(key: string, what: () => Promise<T>): Promise<T> {
    let p = this.kept.get(key) as Promise<T> | undefined;
    if (!p) {
      p = what();
      this.kept.set(key, p);
      p.catch(() => this.kept.delete(key));
    }
    return p;
  }

  /** Where the site's index lies. */
  private indexUrl(): Promise<string> {
    return this.once('url', async () => {
      let entry = home!.base === this.base ? home!.entry : undefined;
      if (!entry) {
        const at = new URL('site.json', this.base).href;
        try {
          entry = (await (await get(at)).json()).entry as Entry;
        } catch (e) {
          throw e instanceof IsoError ? e : new IsoError('data', `${at} is not a site’s list of files`);
        }
      }
      if (typeof entry?.index !== 'string') throw new IsoError('data', `${this.base} holds no data`);
      return new URL(entry.index, this.base).href;
    });
  }

  private index(): Promise<ArrayBuffer> {
    return this.once('index', async () => (await get(await this.indexUrl())).arrayBuffer());
  }

  /** The module with the index open. */
  private iso(): Promise<Iso> {
    return this.once('iso', async () => {
      const [compiled, index] = await Promise.all([module(), this.index()]);
      const iso = await Iso.load(compiled);
      await iso.open(index);
      return iso;
    });
  }

  /** The bundle that a model and a workload mean; the module words why there is none. */
  async find(ask: Ask): Promise<CatalogueEntry> {
    const entries = await this.entries();
    const same = (a: string, b: string | undefined) => !b || a.toLowerCase() === b.toLowerCase();
    const fit = entries.filter((e) => same(e.model, ask.model) && same(e.workload, ask.workload));
    if (fit.length === 1) return fit[0]!;
    await (await this.iso()).table({ model: ask.model, workload: ask.workload });
    throw new IsoError('usage', 'name a model and a workload');
  }

  /** What the index offers. */
  private async entries(): Promise<CatalogueEntry[]> {
    const iso = await this.iso();
    return (await this.once('catalogue', () => iso.catalogue())).entries;
  }

  /** The data of today. */
  async today(entry: CatalogueEntry): Promise<Figures> {
    return this.once(`bundle ${entry.file}`, async () => {
      const iso = await this.iso();
      const response = await get(new URL(entry.file, await this.indexUrl()).href);
      const { sha256 } = await iso.open(await response.arrayBuffer());
      return { iso, entry, sha256 };
    });
  }

  /**
   * The data that had this hash. A bundle's name ends in the first 12 digits of
   * it, so where a host has kept older files, this one is beside the new. It has
   * a module of its own: beside the index, a module takes only the bundle
   * the index names; before the index, any. Whose data they are is looked at, since
   * a tag may carry the hash of another model's: that is a fault of usage.
   */
  async past(entry: CatalogueEntry, sha256: string): Promise<Figures> {
    const own = (of: { model: string; workload: string }, what: string) => {
      if (of.model === entry.model && of.workload === entry.workload) return;
      throw new IsoError('usage', `${what} of ${of.model}, ${of.workload}, not of ${entry.model}, ${entry.workload}`);
    };
    const other = (await this.entries()).find((e) => e.sha256 === sha256);
    if (other) own(other, 'is that of the data');
    return this.once(`bundle ${entry.file} as ${sha256}`, async () => {
      const name = entry.file.replace(entry.sha256.slice(0, 12), sha256.slice(0, 12));
      if (name === entry.file) throw new IsoError('data', 'the bundle’s name does not carry its hash');
      const [compiled, index, response] = await Promise.all([module(), this.index(), get(new URL(name, await this.indexUrl()).href)]);
      const iso = await Iso.load(compiled);
      const opened = await iso.open(await response.arrayBuffer());
      if (opened.sha256 !== sha256) throw new IsoError('data', `${name} holds other data than its name says`);
      own(opened, 'is that of the data');
      await iso.open(index);
      return { iso, entry, sha256 };
    });
  }
}
