/** Attributes: their names and forms are those of data/embed, which writes them. */

import { IsoError } from '../host/error';
import type { Ask } from '../host/iso';
import { text } from '../host/load';

/** What an element is to show. */
export interface Wanted {
  address: string | null;
  /** Hash that the author's figures had. */
  hash: string | null;
  theme: string;
  ask: Ask;
  /** Chart: axes that are logarithmic; n: the one across is not. */
  log: string;
  /** What was asked for in vain, in words. */
  notes: string[];
}

/** Attributes of a table, and with `log` of a chart. */
export const ATTRIBUTES = [
  'data', 'hash', 'model', 'workload', 'systems', 'baseline', 'chain', 'targets', 'quantities', 'basis', 'prices-as-of', 'prices', 'powers',
  'as-of', 'all-dates', 'tokens', 'axis', 'percentile', 'digits', 'reach', 'theme', 'log',
];

/** A list's parts: commas part them, %2C and %25 stand for a comma and a percent sign. */
function list(value: string): string[] {
  return value.split(',').map((part) => part.trim().replace(/%2C/gi, ',').replace(/%25/g, '%')).filter(Boolean);
}

function number(s: string): number {
  const v = s === '' ? NaN : Number(s);
  if (!Number.isFinite(v)) throw new Error(`“${s}” is not a number`);
  return v;
}

/** A number at which a frontier can be read. */
function above(s: string): number {
  const v = number(s);
  if (!(v > 0)) throw new Error(`“${s}” is not above 0`);
  return v;
}

/** Takes a list's parts one by one: what is wrong with one is said, and the others stay. */
function each(value: string, wrong: (why: string) => void, take: (part: string) => void): void {
  for (const part of list(value)) {
    try {
      take(part);
    } catch (e) {
      wrong(text(e));
    }
  }
}

/** HARDWARE=NUMBER, from the last equals sign. */
function own(value: string, wrong: (why: string) => void): Record<string, number> | undefined {
  const out: Record<string, number> = {};
  each(value, wrong, (pair) => {
    const at = pair.lastIndexOf('=');
    if (at < 1) throw new Error(`“${pair}” is not HARDWARE=NUMBER`);
    const hardware = pair.slice(0, at).trim().toLowerCase();
    if (hardware in out) throw new Error(`${hardware} is there twice`);
    try {
      out[hardware] = number(pair.slice(at + 1).trim());
    } catch (e) {
      throw new Error(`of ${hardware} ${text(e)}`);
    }
  });
  return Object.keys(out).length ? out : undefined;
}

function targets(value: string, wrong: (why: string) => void): number[] | undefined {
  const out: number[] = [];
  each(value, wrong, (part) => out.push(above(part)));
  return out.length ? out : undefined;
}

/** Which field of a query an attribute sets, and from what; what is not usable in it goes to wrong. */
const FIELDS: Record<string, [keyof Ask, (value: string, wrong: (why: string) => void) => unknown]> = {
  model: ['model', String],
  workload: ['workload', String],
  'as-of': ['as_of', String],
  'all-dates': ['all_dates', () => true],
  systems: ['series', list],
  axis: ['axis', String],
  percentile: ['percentile', number],
  tokens: ['tokens', String],
  reach: ['reach', String],
  baseline: ['baseline', String],
  chain: ['chain', list],
  targets: ['targets', targets],
  quantities: ['quantities', list],
  digits: ['digits', above],
  basis: ['basis', String],
  'prices-as-of': ['prices_as_of', String],
  prices: ['prices', own],
  powers: ['powers', own],
};

/** Reads what can be read. What cannot has its default, and a note. */
export function read(element: Element): Wanted {
  const notes: string[] = [];
  const note = (name: string, why: string) => notes.push(`${name}: ${why}. Its default is used.`);
  const get = (name: string) => element.getAttribute(name)?.trim() || null;
  const one = (name: string, choices: string[]) => {
    const value = get(name) ?? choices[0]!;
    if (choices.includes(value)) return value;
    note(name, `“${value}” is none of ${choices.filter(Boolean).join(', ')}`);
    return choices[0]!;
  };
  const ask: Ask = {};
  for (const [name, [field, parse]] of Object.entries(FIELDS)) {
    const value = element.getAttribute(name)?.trim();
    if (value === undefined || (value === '' && name !== 'all-dates')) continue;
    const faults: string[] = [];
    let parsed: unknown;
    try {
      parsed = parse(value, (why) => faults.push(why));
    } catch (e) {
      faults.push(text(e));
    }
    if (parsed !== undefined) ask[field] = parsed as never;
    if (faults.length) notes.push(`${name}: ${faults.join(', ')}. ${parsed === undefined ? 'Its default is used.' : 'The rest is used.'}`);
  }
  // A page may give an element attributes of its own, but hardly one that begins as ours do.
  for (const name of element.getAttributeNames()) {
    const meant = ATTRIBUTES.find((a) => a.slice(0, 3) === name.slice(0, 3));
    if (meant && !name.includes('-') && !ATTRIBUTES.includes(name)) notes.push(`${name}: not an attribute of this element. Is it ${meant}?`);
  }
  let hash = get('hash')?.toLowerCase() ?? null;
  if (hash && !/^[0-9a-f]{64}$/.test(hash)) {
    note('hash', 'is not a SHA-256 in hexadecimal');
    hash = null;
  }
  let address = get('data');
  try {
    if (address && !/^https?:$/.test(new URL(address, document.baseURI).protocol)) throw 0;
  } catch {
    note('data', `“${address}” is no address`);
    address = null;
  }
  return { address, hash, theme: one('theme', ['auto', 'light', 'dark']), ask, log: one('log', ['', 'x', 'y', 'xy', 'n', 'ny']), notes };
}

/**
 * Takes out of a query what the module refuses, and notes its words. A query that
 * is refused is built up again attribute by attribute, since one that is wrong by
 * itself is wrong whatever comes after it.
 */
export async function mend(wanted: Wanted, tries: (ask: Ask) => Promise<unknown>): Promise<void> {
  const refusal = async (ask: Ask): Promise<string | undefined> => {
    try {
      await tries(ask);
      return undefined;
    } catch (e) {
      if (e instanceof IsoError && e.kind === 'usage') return e.message;
      throw e;
    }
  };
  if ((await refusal(wanted.ask)) === undefined) return;
  const good: Ask = {};
  for (const [name, [field]] of Object.entries(FIELDS)) {
    if (wanted.ask[field] === undefined) continue;
    const why = await refusal({ ...good, [field]: wanted.ask[field] });
    if (why === undefined || name === 'model') good[field] = wanted.ask[field] as never;
    else wanted.notes.push(`${name}: ${why}. Its default is used.`);
  }
  wanted.ask = good;
}
