// What crosses from Go: what the chart draws, and how.

/** The points of a series and the samples of its curve. */
export interface ChartSeries {
  x: Float64Array;
  y: Float64Array;
  /** Which points are on the frontier. */
  member: Float64Array;
  curveX: Float64Array;
  curveY: Float64Array;
}

/** site/chartdata.go. */
export function unpackChart(packed: Uint8Array): ChartSeries[] {
  const all = new Float64Array(packed.buffer);
  let at = 0;
  const take = (n: number) => all.subarray(at, (at += n));
  const series: ChartSeries[] = [];
  while (at < all.length) {
    const [points, samples] = take(2) as unknown as [number, number];
    series.push({ x: take(points), y: take(points), member: take(points), curveX: take(samples), curveY: take(samples) });
  }
  return series;
}

/** site/main_js.go: view. */
export interface View {
  /** Which view is on show, "" for Explore. */
  view: string;
  title: string;
  /** The x axis's label. */
  axis: string;
  series: { name: string; label: string; shown: boolean; colour: number; dash: string; marker: string }[];
  /** The series of each row of the table that follows the line. */
  rows: number[];
  baseline: number;
  logX: boolean;
  logY: boolean;
  /** What the line is, for who cannot see it. */
  lineLabel: string;
  /** The y axis's label. */
  y: string;
  /** The corner of the chart where a system is better off. */
  better: "ne" | "nw" | "se" | "sw";
  /** Points off the frontier are not drawn. */
  optimal: boolean;
  /** The series whose ratio to the baseline stands in the chart; -1 for none. */
  pin: number;
  /** The targets, drawn as lines where showTargets. */
  targets: number[];
  showTargets: boolean;
  /** Every measuring date is a series of its own. */
  dates: boolean;
  /** The series on show alone with the baseline; -1 for none. */
  solo: number;
  line: number;
  min: number;
  max: number;
  step: number;
}

/** wasm/ingest/reply.go; recorded: the series whose points' requests were dropped
 * too. */
export interface Bundle {
  model: string;
  workload: string;
  file: Uint8Array;
  recorded: string[];
}

/** site/main_js.go: entrances. */
export interface Entrances {
  /** After vugu has handled an event. */
  turn(): void;
  openIndex(file: Uint8Array): void;
  openBundle(name: string, file: Uint8Array): void;
  failed(problem: string): void;
  navigate(address: string): void;
  /** Shows or hides series. */
  choose(series: number[], on: boolean): void;
  /** Shows a series alone with the baseline; again, what was on show before. */
  solo(series: number): void;
  /** Adds a target. */
  mark(x: number): void;
  view(view: string): void;
  /** What a reader did in Tables. */
  table(field: string, value: string): void;
  /** Operating points of a dropped file, under a name of their own. */
  overlay(file: string, name: string, kept: number, refused: number, notes: string, bundles: Bundle[]): void;
  /** What a field of a part is set to. */
  set(field: string, value: string): void;
  /** A file's SHA-256 in hex, where the browser's own is only for secure pages. */
  sum(file: Uint8Array): string;
  /** site/definitions.go: an expression's result, or "!" and the field at fault. */
  calculate(expression: string, typed: string): string;
  /** How long an agent loop waits, from fields as typed: the field that is no
   * number, if one is, a field's end, and the answer or what is wrong. */
  loop(steps: string, output: string, ttft: string, itl: string): string;
}
