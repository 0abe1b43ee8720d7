// What stands in the plot, painted the same on the page, in the picture to
// download and on paper. The context's origin is the plot's corner and its unit a
// CSS pixel.

import { placeNames, type Named } from "./labels";
import { type Mark, stacked } from "./marks";
import type { ChartSeries, View } from "./wire";

/** A plot's size and where its values lie. */
export interface Plot {
  width: number;
  height: number;
  x(value: number): number;
  y(value: number): number;
  text: number; // its size, by the usual one
}

/** Colours of a theme. */
export interface Ink {
  series: string[];
  text: string;
  muted: string;
  grid: string;
  surface: string;
  line: string;
}

/** Where each drawn point lies. */
export interface Spots {
  series: number[];
  point: number[];
  x: Float64Array;
  y: Float64Array;
}

/** The reader's size of text, by the usual one: the sheet's is in rem. */
export const em = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

export const font = (size: number, weight = "") => `${weight} ${size}px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif`;

/** The colours of the theme on show. */
export function inkOf(): Ink {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    series: Array.from({ length: 8 }, (_, i) => of(`s${i}`)),
    text: of("text"), muted: of("muted"), grid: of("grid"), surface: of("surface"), line: of("line"),
  };
}

/** Paints targets, curves, marks and names of the series that `on` lets in. The
 * matched-speed line, which others draw, is at `line`. */
export function paint(ctx: CanvasRenderingContext2D, plot: Plot, data: ChartSeries[], view: View, ink: Ink, line: number, on: (series: number) => boolean): Spots {
  const shown = data.map((_, i) => i).filter(on);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, 0, plot.width, plot.height);
  ctx.clip();
  ctx.lineJoin = "round";
  if (view.showTargets) paintTargets(ctx, plot, view.targets, ink);
  const curves = shown.map((i) => paintCurve(ctx, plot, data[i]!, view.series[i]!, ink));
  ctx.restore();
  const { spots, marks } = spread(plot, data, view, shown);
  paintMarks(ctx, marks, view, ink);
  paintNames(ctx, plot, plot.x(line), shown, curves, marks, view, ink);
  return spots;
}

type Look = View["series"][number];

function paintTargets(ctx: CanvasRenderingContext2D, plot: Plot, targets: number[], ink: Ink): void {
  ctx.strokeStyle = ink.muted;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 4]);
  ctx.beginPath();
  for (const x of targets) {
    ctx.moveTo(plot.x(x), 0);
    ctx.lineTo(plot.x(x), plot.height);
  }
  ctx.stroke();
}

/** Strokes one curve through the core's samples and returns it in pixels. */
function paintCurve(ctx: CanvasRenderingContext2D, plot: Plot, s: ChartSeries, look: Look, ink: Ink): Named {
  const named = { xs: [] as number[], ys: [] as number[], width: 0 };
  const last = s.curveX.length - 1;
  let [lastX, lastY] = [NaN, NaN];
  for (let k = 0; k <= last; k++) {
    const x = plot.x(s.curveX[k]!);
    const y = plot.y(s.curveY[k]!);
    // Samples nearer than half a pixel cost time and show nothing.
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < 0.5 && k < last) continue;
    named.xs.push(x);
    named.ys.push(y);
    [lastX, lastY] = [x, y];
  }
  ctx.strokeStyle = ink.series[look.colour]!;
  ctx.lineWidth = 2;
  ctx.setLineDash(look.dash ? look.dash.split(" ").map(Number) : []);
  ctx.beginPath();
  named.xs.forEach((x, k) => (k ? ctx.lineTo(x, named.ys[k]!) : ctx.moveTo(x, named.ys[k]!)));
  ctx.stroke();
  return named;
}

/** Where the points lie: all of them, and those to be marked. */
function spread(plot: Plot, data: ChartSeries[], view: View, shown: number[]): { spots: Spots; marks: Mark[] } {
  const found = { series: [] as number[], point: [] as number[], x: [] as number[], y: [] as number[] };
  const marks: Mark[] = [];
  for (const i of shown) {
    const s = data[i]!;
    s.x.forEach((value, k) => {
      if (view.optimal && !s.member[k]) return;
      // The core lets only points above 0 take part, so a log axis has a
      // place for every one of them.
      const x = plot.x(value);
      const y = plot.y(s.y[k]!);
      found.series.push(i);
      found.point.push(k);
      found.x.push(x);
      found.y.push(y);
      // A mark may reach over the plot's edge, its middle may not.
      if (x < -1 || y < -1 || x > plot.width + 1 || y > plot.height + 1) return;
      marks.push({ x, y, series: i, member: s.member[k] === 1, small: false });
    });
  }
  return { spots: { ...found, x: Float64Array.from(found.x), y: Float64Array.from(found.y) }, marks };
}

function paintMarks(ctx: CanvasRenderingContext2D, marks: Mark[], view: View, ink: Ink): void {
  const shapes = view.series.map((look) => new Path2D(look.marker));
  for (const mark of stacked(marks)) {
    ctx.save();
    ctx.translate(mark.x, mark.y);
    const scale = mark.member && !mark.small ? 1 : 0.72;
    ctx.scale(scale, scale);
    ctx.strokeStyle = ctx.fillStyle = ink.series[view.series[mark.series]!.colour]!;
    if (mark.member) {
      ctx.strokeStyle = ink.surface;
      ctx.lineWidth = 3;
      ctx.stroke(shapes[mark.series]!);
      ctx.fill(shapes[mark.series]!);
    } else {
      ctx.globalAlpha = 0.6;
      ctx.lineWidth = 1.6;
      ctx.stroke(shapes[mark.series]!);
    }
    ctx.restore();
  }
}

/** Writes the names, those of the compared first, since the first find most room. */
function paintNames(ctx: CanvasRenderingContext2D, plot: Plot, line: number, shown: number[], curves: Named[], marks: Mark[], view: View, ink: Ink): void {
  ctx.save();
  ctx.font = font(12 * plot.text, "600");
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 4;
  ctx.strokeStyle = ink.surface;
  shown.forEach((i, k) => { curves[k]!.width = ctx.measureText(view.series[i]!.label).width; });
  const first = (k: number) => (shown[k] === view.baseline ? 0 : shown[k] === view.pin ? 1 : 2);
  const order = shown.map((_, k) => k).sort((a, b) => first(a) - first(b));
  // The corner says where a system is better off; it may stand inside.
  const corner = { n: [], s: [view.better === "se" ? plot.width - 30 : 30] }[view.better[0] as "n" | "s"].map((x) => ({ x, y: plot.height - 10, across: 32, down: 10 }));
  const solid = [...marks.map(({ x, y }) => ({ x, y, across: 5, down: 5 })), ...corner];
  placeNames(order.map((k) => curves[k]!), solid, plot.width, plot.height, line, line + (view.pin < 0 ? 0 : 70), plot.text).forEach((place, n) => {
    if (!place) return;
    const look = view.series[shown[order[n]!]!]!;
    ctx.strokeText(look.label, place.left, place.middle);
    ctx.fillStyle = ink.series[look.colour]!;
    ctx.fillText(look.label, place.left, place.middle);
  });
  ctx.restore();
}

/** The matched-speed line where it stands: its value as text, the height of each
 * curve it crosses by series, and the ratio of the pinned pair as text. */
export interface Crossings {
  x: number;
  text: string;
  heights: [number, number][];
  pair: [number, number] | null;
  ratio: string;
}

/** Paints the line as the page shows it (line.ts), for pictures. */
export function paintLine(ctx: CanvasRenderingContext2D, plot: Plot, view: View, line: Crossings, ink: Ink): void {
  const x = plot.x(line.x);
  if (!(x >= 0 && x <= plot.width)) return;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = ink.line;
  ctx.lineWidth = 2;
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(x, 0);
  ctx.lineTo(x, plot.height);
  ctx.stroke();
  flag(ctx, line.text, x, -11, 0.5, ink.line, ink.surface);
  for (const [series, height] of line.heights) {
    const y = plot.y(height);
    if (!(y >= 0 && y <= plot.height)) continue;
    ctx.beginPath();
    ctx.arc(x, y, 3.5, 0, 2 * Math.PI);
    ctx.fillStyle = ink.surface;
    ctx.strokeStyle = ink.series[view.series[series]!.colour]!;
    ctx.lineWidth = 3;
    ctx.fill();
    ctx.stroke();
  }
  if (line.pair && line.ratio) {
    const [upper, lower] = line.pair.map(plot.y).sort((a, b) => a - b) as [number, number];
    const side = x > plot.width - 70 ? -1 : 1;
    ctx.strokeStyle = ink.text;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(x, upper, 5 * side, lower - upper);
    flag(ctx, line.ratio, x + 9 * side, (upper + lower) / 2, side < 0 ? 1 : 0, ink.surface, ink.text);
  }
  ctx.restore();
}

/** A word on a ground of its own, of which so much is to the left of a place. */
function flag(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, left: number, ground: string, colour: string): void {
  ctx.font = font(12, "600");
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const width = ctx.measureText(text).width + 10;
  x -= left * width;
  ctx.fillStyle = ground;
  ctx.fillRect(x, y - 9, width, 18);
  ctx.fillStyle = colour;
  ctx.fillText(text, x + 5, y);
}
