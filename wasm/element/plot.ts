/**
 * Paints a chart reply as SVG: the points, the samples of the very curve that
 * tables read, as straight segments, and lines at targets. It computes no curve.
 * Series are told apart by colour, dash and marker.
 */

import { label, linearTicks, logTicks } from '../../site/web/ticks';
import type { Chart } from '../host/iso';
import { svg } from './dom';

const DASHES = ['', '8 3.3', '2.4 2.7', '10 3.3 2.4 3.3', '4.7 2.4'];

/** Corners of markers: how many, turned by how much of a turn, how far out. */
const SHAPES: [number, number, number][] = [
  [0, 0, 1],
  [4, 1 / 8, 1.1],
  [3, 3 / 4, 1.25],
  [4, 0, 1.2],
  [3, 1 / 4, 1.25],
  [5, 3 / 4, 1.2],
  [6, 0, 1.1],
];

function outline(series: number, x: number, y: number, r: number): string {
  const [corners, turn, out] = SHAPES[series % SHAPES.length]!;
  if (!corners) return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const at = Array.from({ length: corners }, (_, i) => {
    const angle = 2 * Math.PI * (turn + i / corners);
    return `${(x + r * out * Math.cos(angle)).toFixed(1)} ${(y + r * out * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${at.join('L')}Z`;
}

/** A series' line and marker, for a legend. */
export function key(series: number): SVGElement {
  return svg(
    'svg',
    { width: 34, height: 14, 'aria-hidden': 'true', class: `c${series % 8}` },
    svg('path', { d: 'M1 7H33', stroke: 'currentColor', 'stroke-width': 2, 'stroke-dasharray': DASHES[series % DASHES.length] || undefined, fill: 'none' }),
    svg('path', { d: outline(series, 17, 7, 4), fill: 'currentColor' }),
  );
}

interface Scale {
  at(v: number): number;
  back(px: number): number;
  ticks: number[];
}

/**
 * Tells whether a target is near enough to the points for a line: half their span
 * beyond them, so that they keep half of the axis. The rule of build/figure.
 */
export function near(chart: Chart, log: boolean): (t: Target) => boolean {
  const xs = places(chart);
  const [lo, hi] = [Math.min(...xs), Math.max(...xs)];
  const room = log ? (lo === hi ? 2 : Math.sqrt(hi / lo)) : (hi - lo || hi) / 2;
  return ({ target }) => (log ? target >= lo / room && target <= hi * room : target >= lo - room && target <= hi + room);
}

const places = (chart: Chart): number[] => chart.series.flatMap((s) => [...s.points.map((p) => p.x), ...s.curve_x]);

function scale(values: number[], log: boolean, from: number, to: number, most: number): Scale {
  let [min, max] = [Math.min(...values), Math.max(...values)];
  if (log) [min, max] = min === max ? [min / 2, max * 2] : [min / 1.05, max * 1.05];
  else [min, max] = [0, max * 1.04];
  const [f, g] = log ? [Math.log, Math.exp] : [Number, Number];
  return {
    at: (v) => from + ((f(v) - f(min)) / (f(max) - f(min))) * (to - from),
    back: (px) => g(f(min) + ((px - from) / (to - from)) * (f(max) - f(min))),
    ticks: (log ? logTicks : linearTicks)(min, max, most),
  };
}

/** A painted chart. */
export interface Plot {
  svg: SVGSVGElement;
  /** The value under a place of the page. */
  value(clientX: number): number;
  /** Moves the reading line. */
  line(x: number | null): void;
}

/** What is beside the data of a plot. */
export interface Legend {
  /** The axis across in words. */
  name: string;
  x: string;
  y: string;
  title: string;
  /** Where less is better on the axis. */
  smaller: boolean;
}

/** A line at a target, and what is written over it. */
export interface Target {
  target: number;
  text: string;
}

/** Paints at a width in CSS pixels, targets ascending and near. A chart without points is refused. */
export function paint(chart: Chart, words: Legend, width: number, log: string, targets: Target[]): Plot {
  const xs = places(chart);
  const ys = chart.series.flatMap((s) => [...s.points.map((p) => p.y), ...s.curve_y]);
  if (xs.length === 0) throw new Error(`no system here has a point with ${words.name} at p${chart.percentile} and throughput${chart.tokens ? ` of ${chart.tokens} tokens` : ''}`);
  const height = Math.round(Math.min(440, Math.max(250, width * 0.6)));
  const [left, right, top, bottom] = [58, width - 14, targets.length ? 42 : 26, height - 42];
  const x = scale([...xs, ...targets.map((t) => t.target)], log.includes('x'), left, right, width / 70);
  const y = scale(ys, log.includes('y'), bottom, top, height / 55);
  const px = (v: number) => v.toFixed(1);
  const text = (at: [number, number], anchor: string, words: string) => svg('text', { x: px(at[0]), y: px(at[1]), 'text-anchor': anchor }, words);

  const drawn: SVGElement[] = [svg('title', {}, words.title)];
  for (const v of y.ticks) drawn.push(svg('path', { class: 'grid', d: `M${left} ${px(y.at(v))}H${right}` }), text([left - 6, y.at(v) + 4], 'end', label(v)));
  for (const v of x.ticks) drawn.push(svg('path', { class: 'grid', d: `M${px(x.at(v))} ${bottom}v5` }), text([x.at(v), bottom + 18], 'middle', label(v)));
  drawn.push(text([(left + right) / 2, height - 6], 'middle', words.x), text([4, 14], 'start', words.y));
  drawn.push(text([words.smaller ? left + 70 : right, words.smaller ? top + 4 : 14], words.smaller ? 'start' : 'end', words.smaller ? '↖ better' : 'better ↗'));
  let end = -Infinity;
  for (const t of targets) {
    drawn.push(svg('path', { class: 'target', d: `M${px(x.at(t.target))} ${top}V${bottom}` }));
    // A label that would run into the one before is left out, as in the static figure.
    const half = t.text.length * 3.6;
    const at = Math.min(x.at(t.target), width - 2 - half);
    if (at - half <= end + 4) continue;
    const words = text([at, top - 5], 'middle', t.text);
    words.setAttribute('class', 'at');
    drawn.push(words);
    end = at + half;
  }
  chart.series.forEach((s, i) => {
    const curve = s.curve_x.map((v, k) => `${px(x.at(v))} ${px(y.at(s.curve_y[k]!))}`);
    const group = svg('g', { class: `c${i % 8}`, part: `series series-${i}` });
    if (curve.length > 1) group.append(svg('path', { class: 'curve', d: `M${curve.join('L')}`, stroke: 'currentColor', 'stroke-dasharray': DASHES[i % DASHES.length] || undefined }));
    s.points.forEach((p, k) => {
      const on = s.member[k]!;
      group.append(svg('path', { class: on ? 'point' : 'point off', d: outline(i, x.at(p.x), y.at(p.y), on ? 4 : 3), stroke: 'currentColor', fill: on ? 'currentColor' : 'none' }));
    });
    drawn.push(group);
  });
  const line = svg('path', { class: 'line', visibility: 'hidden' });
  const plot = svg('svg', { class: 'plot', part: 'chart', viewBox: `0 0 ${width} ${height}` }, ...drawn, line);
  return {
    svg: plot,
    value: (clientX) => {
      const box = plot.getBoundingClientRect();
      return x.back(((clientX - box.left) / box.width) * width);
    },
    line: (v) => {
      const at = v === null ? NaN : x.at(v);
      const seen = at >= left && at <= right;
      line.setAttribute('visibility', seen ? 'visible' : 'hidden');
      if (seen) line.setAttribute('d', `M${px(at)} ${top}V${bottom}`);
    },
  };
}
