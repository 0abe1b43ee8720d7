/**
 * An iso table in plain JavaScript: the same frontier, curve and ratios as the
 * Go core, for the comparison of speeds only.
 */

export interface Row {
  series: string;
  x: number | null;
  y: number | null;
}
export interface Cell {
  throughput: number | null;
  cost: number | null;
  ratio: number | null;
}
interface Curve {
  xs: number[];
  ys: number[];
  slopes: number[];
}

/** The points that no other is at least as good as in both, x ascending. */
export function frontier(rows: Row[]): [number[], number[]] {
  const all = rows.filter((r) => r.x !== null && r.y !== null && r.x > 0 && r.y > 0).sort((a, b) => b.x! - a.x! || b.y! - a.y!);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const r of all) {
    if (ys.length && r.y! <= ys[ys.length - 1]!) continue;
    xs.push(r.x!);
    ys.push(r.y!);
  }
  return [xs.reverse(), ys.reverse()];
}

/** What the core's pass over columns leaves to be sorted: no point that one of a better
 * column is at least as good as. */
export function unbeaten(rows: Row[]): Row[] {
  let [lo, hi] = [Infinity, -Infinity];
  for (const { x } of rows) {
    if (x! < lo) lo = x!;
    if (x! > hi) hi = x!;
  }
  if (!(hi > lo)) return rows;
  const best = new Float64Array(1 + Math.floor(4 * Math.sqrt(rows.length))).fill(-Infinity);
  const scale = (best.length - 1) / (hi - lo);
  for (const { x, y } of rows) {
    const c = Math.round((x! - lo) * scale);
    if (y! > best[c]!) best[c] = y!;
  }
  for (let c = best.length - 1, ahead = -Infinity; c >= 0; c--) {
    const own = best[c]!;
    best[c] = ahead;
    if (own > ahead) ahead = own;
  }
  return rows.filter(({ x, y }) => y! > best[Math.round((x! - lo) * scale)]!);
}

/** Steffen's slopes, with the ends of curveMonotoneX. */
function slopes(xs: number[], ys: number[]): number[] {
  const n = xs.length;
  const secant = (i: number): number => (ys[i + 1]! - ys[i]!) / (xs[i + 1]! - xs[i]!);
  if (n === 2) return [secant(0), secant(0)];
  const m = new Array<number>(n).fill(0);
  for (let i = 1; i < n - 1; i++) {
    const s0 = secant(i - 1);
    const s1 = secant(i);
    if (s0 === 0 || s1 === 0 || s0 > 0 !== s1 > 0) continue;
    const h0 = xs[i]! - xs[i - 1]!;
    const h1 = xs[i + 1]! - xs[i]!;
    const p = (s0 * h1 + s1 * h0) / (h0 + h1);
    m[i] = Math.sign(s0) * 2 * Math.min(Math.abs(s0), Math.abs(s1), Math.abs(p) / 2);
  }
  m[0] = (3 * secant(0) - m[1]!) / 2;
  m[n - 1] = (3 * secant(n - 2) - m[n - 2]!) / 2;
  return m;
}

function read({ xs, ys, slopes }: Curve, x: number): number | null {
  const n = xs.length;
  if (n === 0 || x < xs[0]! || x > xs[n - 1]!) return null;
  let lo = 0;
  let hi = n - 1;
  while (hi - lo > 1) {
    const middle = (lo + hi) >> 1;
    if (xs[middle]! <= x) lo = middle;
    else hi = middle;
  }
  if (x === xs[lo]) return ys[lo]!;
  if (x === xs[hi]) return ys[hi]!;
  const h = xs[hi]! - xs[lo]!;
  const s = (ys[hi]! - ys[lo]!) / h;
  const d = x - xs[lo]!;
  const a = (slopes[lo]! + slopes[hi]! - 2 * s) / (h * h);
  const b = (3 * s - 2 * slopes[lo]! - slopes[hi]!) / h;
  return ys[lo]! + d * (slopes[lo]! + d * (b + d * a));
}

const curveOf = (rows: Row[]): Curve => {
  const [xs, ys] = frontier(rows);
  return { xs, ys, slopes: xs.length > 1 ? slopes(xs, ys) : [] };
};

/** Every series' throughput at every target, from its points. */
export const curves = (series: Row[][], targets: number[]): (number | null)[] =>
  series.flatMap((rows) => {
    const curve = curveOf(rows);
    return targets.map((x) => read(curve, x));
  });

/** A table of series at targets; the first series is the baseline. */
export function table(series: Map<string, { rows: Row[]; price: number | null }>, targets: number[]): Map<string, Cell[]> {
  const out = new Map<string, Cell[]>();
  let base: Cell[] | null = null;
  for (const [name, { rows, price }] of series) {
    const curve = curveOf(rows);
    const cells = targets.map((x, i): Cell => {
      const throughput = read(curve, x);
      const cost = throughput === null || price === null ? null : (price * 1e6) / (3600 * throughput);
      const other: number | null = base ? base[i]!.cost : null;
      return { throughput, cost, ratio: other === null || cost === null ? null : other / cost };
    });
    base ??= cells;
    out.set(name, cells);
  }
  return out;
}
