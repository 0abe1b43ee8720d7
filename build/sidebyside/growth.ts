/**
 * Times the opening of sets of operating points of several sizes, and the frontiers
 * of all their series, in each WebAssembly module. Run by growth_test.go, which
 * passes the files and takes milliseconds from standard output.
 */

import { readFileSync } from 'node:fs';
import { Guest } from './guest';
import { decode, encode } from '../../wasm/host/msgpack';

const dir = process.env.DIR!;
const file = (name: string): Uint8Array => new Uint8Array(readFileSync(`${dir}/${name}`));
const { sets, modules } = JSON.parse(readFileSync(`${dir}/growth.json`).toString()) as {
  sets: { n: number; files: string[]; rounds: number }[];
  modules: string[];
};

const median = (v: number[]): number => v.sort((a, b) => a - b)[v.length >> 1]!;
/** Null where a module cannot hold the set. */
const out: Record<string, ({ open: number; frontiers: number } | null)[]> = {};
for (const name of modules) out[name] = [];
for (const set of sets) {
  const files = set.files.map(file);
  for (const name of modules) {
    const guest = await Guest.start(file(`${name}.wasm`));
    try {
      out[name]!.push(measure(guest, files, set.rounds));
    } catch (e) {
      console.error(`${name}, ${set.n} points: ${e}`);
      out[name]!.push(null);
    }
  }
}
console.log(JSON.stringify(out));

function measure(guest: Guest, files: Uint8Array[], rounds: number): { open: number; frontiers: number } {
  const open: number[] = [];
  const frontiers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let from = performance.now();
    const opened = files.map((f) => {
      const reply = decode(guest.send('iso_open', f)) as any;
      if (reply.error) throw new Error(reply.error.message);
      return reply.opened as { model: string; workload: string };
    });
    open.push(performance.now() - from);
    from = performance.now();
    // The first is the index.
    for (const { model, workload } of opened.slice(1)) {
      const reply = guest.send('iso_query', encode({ verb: 'frontier', model, workload }));
      if (reply.length < 100) throw new Error(`${(decode(reply) as any).error?.message}`);
    }
    frontiers.push(performance.now() - from);
  }
  return { open: median(open), frontiers: median(frontiers) };
}
