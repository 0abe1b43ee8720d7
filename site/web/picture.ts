// The chart as a picture: to download, with its title, legend, sources and dates,
// and for paper, without them. Painted by the same hand as the page's chart, twice
// as fine as the screen's usual.

import { type Crossings, font, type Ink, paint, type Plot, paintLine } from "./paint";
import { label, linearTicks, logTicks } from "./ticks";
import type { ChartSeries, View } from "./wire";

export interface Ranges {
  x: [number, number];
  y: [number, number];
}

/** What stands around the chart. */
export interface Caption {
  title: string;
  /** Series and their names. */
  keys: [number, string][];
  lines: string[];
}

/** What is drawn, as far as it is not the caption's. */
export interface Scene {
  data: ChartSeries[];
  view: View;
  ranges: Ranges;
  ink: Ink;
  line: Crossings;
  on(series: number): boolean;
}

const scale = 2;
const plotHeight = 440;
const left = 70;
const keyHeight = 20;

/** Paints a picture of this width in CSS pixels. */
export function picture(canvas: HTMLCanvasElement, scene: Scene, width: number, caption: Caption | null): void {
  const { ink } = scene;
  const ctx = canvas.getContext("2d")!;
  const pad = caption ? 20 : 0;
  const inner = width - 2 * pad;
  const columns = Math.max(1, Math.floor(inner / 300));
  const rows = caption ? Math.ceil(caption.keys.length / columns) : 0;
  ctx.font = font(12);
  const lines = caption ? caption.lines.flatMap((line) => wrap(ctx, line, inner)) : [];
  const top = pad + (caption ? 70 : 44);
  const foot = top + plotHeight + 64;
  const height = foot + rows * keyHeight + (lines.length ? 12 + lines.length * 17 : 0) + pad;
  canvas.width = width * scale;
  canvas.height = height * scale;
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  if (caption) {
    ctx.fillStyle = ink.surface;
    ctx.fillRect(0, 0, width, height);
    write(ctx, caption.title, pad, pad + 12, ink.text, font(18, "600"));
  }
  const plot = plotOf(scene, inner - left - 8);
  ctx.save();
  ctx.translate(pad + left, top);
  axes(ctx, plot, scene);
  paint(ctx, plot, scene.data, scene.view, ink, scene.line.x, scene.on);
  paintLine(ctx, plot, scene.view, scene.line, ink);
  ctx.restore();
  caption?.keys.forEach(([series, name], k) => {
    const x = pad + (k % columns) * (inner / columns);
    const y = foot + Math.floor(k / columns) * keyHeight;
    swatch(ctx, scene, series, x, y);
    ctx.font = font(12);
    write(ctx, fit(ctx, name, inner / columns - 50), x + 42, y, ink.text, font(12));
  });
  lines.forEach((line, k) => write(ctx, line, pad, foot + rows * keyHeight + 12 + k * 17, ink.muted, font(12)));
}

function plotOf({ view, ranges: { x, y } }: Scene, width: number): Plot {
  const place = (log: boolean, [from, to]: [number, number], size: number) => {
    const f = log ? Math.log : (v: number) => v;
    return (value: number) => ((f(value) - f(from)) / (f(to) - f(from))) * size;
  };
  const up = place(view.logY, y, plotHeight);
  return { width, height: plotHeight, x: place(view.logX, x, width), y: (v) => plotHeight - up(v), text: 1 };
}

function axes(ctx: CanvasRenderingContext2D, plot: Plot, { view, ranges: { x, y }, ink }: Scene): void {
  const ticks = (log: boolean, [from, to]: [number, number], most: number) => (log ? logTicks : linearTicks)(from, to, most);
  ctx.strokeStyle = ink.grid;
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const v of ticks(view.logX, x, plot.width / 60)) {
    ctx.moveTo(plot.x(v), 0);
    ctx.lineTo(plot.x(v), plot.height + 4);
    write(ctx, label(v), plot.x(v), plot.height + 15, ink.muted, font(12), "center");
  }
  for (const v of ticks(view.logY, y, plot.height / 42)) {
    ctx.moveTo(-4, plot.y(v));
    ctx.lineTo(plot.width, plot.y(v));
    write(ctx, label(v), -8, plot.y(v), ink.muted, font(12), "right");
  }
  ctx.stroke();
  write(ctx, view.axis, plot.width / 2, plot.height + 36, ink.muted, font(12), "center");
  write(ctx, better[view.better], view.better[1] === "e" ? plot.width : 0, -30, ink.muted, font(12), view.better[1] === "e" ? "right" : "left");
  ctx.save();
  ctx.translate(-left + 8, plot.height / 2);
  ctx.rotate(-Math.PI / 2);
  write(ctx, view.y, 0, 0, ink.muted, font(12), "center");
  ctx.restore();
}

/** The corner where a system is better off, in words. */
export const better = { ne: "better ↗", nw: "↖ better", se: "better ↘", sw: "↙ better" };

function swatch(ctx: CanvasRenderingContext2D, { view, ink }: Scene, series: number, x: number, y: number): void {
  const look = view.series[series]!;
  ctx.save();
  ctx.translate(x, y);
  ctx.strokeStyle = ctx.fillStyle = ink.series[look.colour]!;
  ctx.lineWidth = 2;
  ctx.setLineDash(look.dash ? look.dash.split(" ").map(Number) : []);
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(34, 0);
  ctx.stroke();
  ctx.translate(17, 0);
  ctx.fill(new Path2D(look.marker));
  ctx.restore();
}

function write(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string, face: string, align: CanvasTextAlign = "left"): void {
  ctx.font = face;
  ctx.textAlign = align;
  ctx.textBaseline = "middle";
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

/** A text cut to a width. */
function fit(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  let cut = text;
  while (cut && ctx.measureText(cut).width > width) cut = cut.slice(0, -1);
  return cut === text ? text : `${cut.slice(0, -1)}…`;
}

/** A text in lines of at most a width, broken between words; a word longer than a
 * line is cut. */
function wrap(ctx: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    const longer = lines[last] ? `${lines[last]} ${word}` : word;
    if (ctx.measureText(longer).width <= width) lines[last] = longer;
    else if (!lines[last]) lines[last] = fit(ctx, word, width);
    else lines.push(fit(ctx, word, width));
  }
  return lines;
}

/** Hands a file to the reader. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
