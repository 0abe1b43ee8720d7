/**
 * Times one iso table, and the opening of its bundle, in the WebAssembly modules,
 * in plain JavaScript and with d3-shape, in turns in one process, so that all see
 * the same load. Run by sidebyside_test.go, which passes the files and takes the
 * figures, in microseconds, from standard output.
 */

// @ts-expect-error: no types, of this one function
import { curveMonotoneX } from 'd3-shape';
import { readFileSync } from 'node:fs';
import { decode, encode } from '../../wasm/host/msgpack';
import { wasi } from '../../wasm/host/wasi';
import { Guest } from './guest';
import { curves, frontier, table, unbeaten, type Row } from './plain';

const dir = process.env.DIR!;
const file = (name: string): Buffer => readFileSync(`${dir}/${name}`);
const { query, modules, prices } = JSON.parse(file('task.json').toString()) as {
  query: { targets: number[] };
  modules: string[];
  prices: Record<string, number>;
};
const rowsText = file('rows.json').toString();

/** The kernel's module: numbers in, numbers out. */
class Kernel {
  private constructor(private readonly x: any) {}
  static async start(name: string): Promise<Kernel> {
    const module = await WebAssembly.compile(new Uint8Array(file(name)));
    const shim = wasi(module);
    const { exports } = await WebAssembly.instantiate(module, shim.imports);
    shim.attach((exports as any).memory);
    (exports as any)._initialize?.();
    return new Kernel(exports);
  }
  /** Takes the points, as plain JavaScript has its own at hand. */
  take(task: Float64Array): void {
    const at = this.x.kernel_room(task.length) >>> 0;
    new Float64Array(this.x.memory.buffer, at, task.length).set(task);
    if (!this.x.kernel_take()) throw new Error('the task was not understood');
  }
  run(answers: number): Float64Array {
    return this.answer(this.x.kernel_run() >>> 0, answers);
  }
  curves(answers: number): Float64Array {
    return this.answer(this.x.kernel_curves() >>> 0, answers);
  }
  private answer(reply: number, answers: number): Float64Array {
    return new Float64Array(this.x.memory.buffer, reply, answers).slice();
  }
}

const tasks: Record<string, () => unknown> = {};
const index = new Uint8Array(file('index.msgpack'));
const points = new Uint8Array(file('points.msgpack'));
const message = encode(query);
const frontiers = encode({ ...query, verb: 'frontier', targets: [] });
const guests: Record<string, Guest> = {};
const kernels: Record<string, Kernel> = {};
const drawers: Record<string, Kernel> = {};
const floats = (name: string): Float64Array => new Float64Array(new Uint8Array(file(name)).buffer);
const numbers = floats('numbers.bin');
const swept = floats('curves.bin');
const answers = 3 * numbers[0]! * numbers[1]!;
for (const name of modules) {
  const guest = (guests[name] = await Guest.start(new Uint8Array(file(`${name}.wasm`))));
  for (const bytes of [index, points]) {
    const reply = decode(guest.send('iso_open', bytes)) as any;
    if (reply.error) throw new Error(reply.error.message);
  }
  const kernel = (kernels[name] = await Kernel.start(`kernel-${name}.wasm`));
  kernel.take(numbers);
  const other = (drawers[name] = await Kernel.start(`kernel-${name}.wasm`));
  other.take(swept);
  tasks[`curves ${name}`] = () => other.curves(swept[0]! * swept[1]!);
  tasks[`numbers ${name}`] = () => kernel.run(answers);
  tasks[`table ${name}`] = () => guest.send('iso_query', message);
  tasks[`frontiers ${name}`] = () => guest.send('iso_query', frontiers);
  tasks[`open ${name}`] = () => guest.send('iso_open', points);
}

const group = (rows: Row[]): Map<string, { rows: Row[]; price: number | null }> => {
  const out = new Map<string, { rows: Row[]; price: number | null }>();
  for (const r of rows) {
    if (!out.has(r.series)) out.set(r.series, { rows: [], price: prices[r.series.split('/')[0]!] ?? null });
    out.get(r.series)!.rows.push(r);
  }
  return out;
};
const series = group(JSON.parse(rowsText));
const sweptTargets = [...swept.subarray(2, 2 + swept[1]!)];
const sweptRows: Row[][] = [];
for (let at = 2 + swept[1]!; at < swept.length; ) {
  const n = swept[at + 1]!;
  const own = swept.subarray(at + 2, (at += 2 + 2 * n));
  sweptRows.push(Array.from({ length: n }, (_, i) => ({ series: '', x: own[2 * i]!, y: own[2 * i + 1]! })));
}
tasks['curves javascript'] = () => curves(sweptRows, sweptTargets);
tasks['curves javascript columns'] = () => curves(sweptRows.map(unbeaten), sweptTargets);
tasks['numbers javascript'] = () => table(series, query.targets);
tasks['open json.parse'] = () => JSON.parse(rowsText);

/** d3-shape draws and does not read: the pieces that it draws are read here. x is
 * linear along each, since its control points lie at thirds. */
class Pieces {
  at: number[][] = [];
  private x = 0;
  private y = 0;
  moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }
  lineTo(x: number, y: number): void {
    this.bezierCurveTo(0, this.y + (y - this.y) / 3, 0, y - (y - this.y) / 3, x, y);
  }
  bezierCurveTo(_a: number, b: number, _c: number, d: number, x: number, y: number): void {
    this.at.push([this.x, this.y, b, d, x, y]);
    this.x = x;
    this.y = y;
  }
  closePath(): void {}
}
const d3 = (): Map<string, (number | null)[]> => {
  const out = new Map<string, (number | null)[]>();
  for (const [name, { rows }] of series) {
    const [xs, ys] = frontier(rows);
    const pieces = new Pieces();
    const curve = curveMonotoneX(pieces);
    curve.lineStart();
    for (let i = 0; i < xs.length; i++) curve.point(xs[i], ys[i]);
    curve.lineEnd();
    out.set(
      name,
      query.targets.map((x) => {
        const p = pieces.at.find((p) => p[0]! <= x && x <= p[4]!);
        if (!p) return null;
        const t = (x - p[0]!) / (p[4]! - p[0]!);
        const u = 1 - t;
        return u * u * u * p[1]! + 3 * u * u * t * p[2]! + 3 * u * t * t * p[3]! + t * t * t * p[5]!;
      }),
    );
  }
  return out;
};
tasks['numbers d3-shape'] = d3;

// All must say the same before their speeds mean anything.
const close = (a: number | null | undefined, b: number | null | undefined): boolean =>
  a == null || b == null ? (a ?? null) === (b ?? null) : Math.abs(a - b) <= 1e-9 * Math.abs(b);
let compared = 0;
for (const name of modules) {
  const drawn = drawers[name]!.curves(swept[0]! * swept[1]!);
  for (const [i, own] of curves(sweptRows, sweptTargets).entries()) {
    if (!close(Number.isNaN(drawn[i]) ? null : drawn[i], own)) throw new Error(`${name}, throughput ${i} of the curves: ${drawn[i]}, plain JavaScript says ${own}`);
    compared++;
  }
  for (const [i, own] of curves(sweptRows.map(unbeaten), sweptTargets).entries()) {
    if (!close(Number.isNaN(drawn[i]) ? null : drawn[i], own)) throw new Error(`${name}, throughput ${i} of the curves: ${drawn[i]}, plain JavaScript with columns says ${own}`);
  }
  const reply = decode(guests[name]!.send('iso_query', message)) as any;
  if (reply.error) throw new Error(reply.error.message);
  const mine = table(series, query.targets);
  const counted = kernels[name]!.run(answers);
  const pieces = d3();
  if (reply.table.series.length !== series.size) throw new Error(`${name}: ${reply.table.series.length} series of ${series.size}`);
  let cell = 0;
  for (const s of reply.table.series) {
    query.targets.forEach((x, i) => {
      const wants = s.cells[i].throughput;
      const own = mine.get(s.name)![i]!;
      for (const [k, of] of [own.throughput, own.cost, own.ratio].entries()) {
        const v = counted[3 * cell + k]!;
        if (k === 2 && s === reply.table.series[0]) continue; // the baseline to itself
        if (!close(Number.isNaN(v) ? null : v, of)) throw new Error(`${name}, ${s.name} at ${x}: the kernel says ${v}, plain JavaScript ${of}`);
      }
      cell++;
      for (const [who, has] of [['plain JavaScript', own.throughput], ['d3-shape', pieces.get(s.name)![i]]] as const) {
        if (who === 'd3-shape' && has === null) continue; // a single knot is not drawn
        if (!close(has, wants)) throw new Error(`${name}, ${s.name} at ${x}: ${wants}, ${who} says ${has}`);
        compared++;
      }
    });
  }
}

// In turns, each for a while, many times over; the median of the turns.
const times: Record<string, number[]> = {};
for (const run of Object.values(tasks)) for (let i = 0; i < 30; i++) run();
for (let round = 0; round < 15; round++) {
  for (const [name, run] of Object.entries(tasks)) {
    const began = performance.now();
    let n = 0;
    do {
      run();
      n++;
    } while (performance.now() - began < 25);
    (times[name] ??= []).push(((performance.now() - began) * 1000) / n);
  }
}
const median = (v: number[]): number => v.sort((a, b) => a - b)[v.length >> 1]!;

const pages: Record<string, [number, number]> = {};
for (const name of modules) {
  const before = guests[name]!.pages();
  for (let i = 0; i < 1000; i++) {
    guests[name]!.send('iso_query', message);
    if (i % 50 === 0) guests[name]!.send('iso_open', points);
  }
  pages[name] = [before, guests[name]!.pages()];
}
console.log(JSON.stringify({ node: process.version, compared, us: Object.fromEntries(Object.entries(times).map(([k, v]) => [k, median(v)])), pages }));
