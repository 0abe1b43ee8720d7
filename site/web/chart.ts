// The frontier chart: uPlot for axes, scales and zoom; what stands in the plot is
// paint.ts's. Curves are the core's own samples, straight between them, so that
// what is drawn is what the tables say.

import uPlot from "uplot";
import { Hover, type Readers } from "./hover";
import { type Crossings, em, type Ink, inkOf, paint, type Plot } from "./paint";
import { better, type Caption, picture } from "./picture";
import { label, linearTicks, logTicks } from "./ticks";
import type { ChartSeries, View } from "./wire";

/** The speed's line as a slider over the plot; made by line.ts. */
export interface Overlay {
  readonly element: HTMLElement;
  readonly value: number;
  crossed(on: (series: number) => boolean): Crossings;
  /** Called when scales or size changed: positions must be set anew. */
  place(): void;
}

type Range = [number, number];

/** The ranges where nothing is drawn: nobody's numbers, and so without labels. */
const nothing: { x: Range; y: Range } = { x: [1, 100], y: [1, 100] };

export class Chart {
  private plot: uPlot | null = null;
  private data: ChartSeries[] | null = null;
  private fresh = false; // data that was not drawn yet
  private shows = ""; // the view that was drawn last
  private view: View | null = null;
  private zoom: { x: Range; y: Range } | null = null;
  private readonly hover: Hover;
  private readonly better = document.createElement("div");
  private ink = inkOf();

  constructor(
    private readonly host: HTMLElement,
    private readonly overlay: Overlay,
    readers: Readers,
    private readonly pick: (x: number, add: boolean) => void,
    private readonly zoomed: (on: boolean) => void,
  ) {
    this.hover = new Hover(this, readers);
    this.better.className = "better";
    this.better.setAttribute("aria-hidden", "true");
    new ResizeObserver(() => this.resize()).observe(host);
    const card = host.closest<HTMLElement>(".chart-card")!;
    // What sticks and is higher than the window must let its lower end be seen.
    const stick = () => document.documentElement.style.setProperty("--stick", `${Math.min(8, innerHeight - card.offsetHeight - 8)}px`);
    new ResizeObserver(stick).observe(card);
    addEventListener("resize", stick);
  }

  /** What to draw and how, which belong together: a plot may draw itself at any time. */
  setView(view: View, data: ChartSeries[]): void {
    if (data !== this.data) {
      this.data = data;
      this.zoom = null;
      this.fresh = true;
    }
    const before = this.view;
    this.view = view;
    this.hover.setView(view);
    const shape = (v: View) => v.series.map((s) => s.shown).join();
    const scales = !before || before.logX !== view.logX || before.logY !== view.logY || before.axis !== view.axis || before.y !== view.y;
    if (before && (scales || shape(before) !== shape(view))) this.zoom = null;
    const shows = JSON.stringify([view.view, shape(view), view.series.map((s) => [s.label, s.colour]), view.baseline, view.pin, view.better, view.optimal, view.showTargets && view.targets]);
    const same = shows === this.shows && !this.fresh;
    this.shows = shows;
    this.fresh = false;
    if (!this.plot || scales) this.rebuild();
    else if (!same) this.rescale();
    this.better.textContent = better[view.better];
    this.better.className = `better ${view.better}`;
    this.zoomed(this.zoom !== null);
  }

  resetZoom(): void {
    this.zoom = null;
    this.rescale();
    this.zoomed(false);
  }

  restyle(): void {
    this.ink = inkOf();
    this.plot?.redraw(false, true);
  }

  /** Where a value lies in the plot, in CSS pixels; clamped to just outside. */
  left(x: number): number {
    return this.plot ? this.plot.valToPos(x, "x") : 0;
  }

  top(y: number): number {
    return this.plot ? this.plot.valToPos(y, "y") : 0;
  }

  /** The value under a pixel column of the plot. */
  valueAt(left: number): number {
    return this.plot ? this.plot.posToVal(left, "x") : 0;
  }

  /** The same, or the value given, to the digits that a pixel there can tell
   * apart. */
  rounded(left: number, value = this.valueAt(left)): number {
    const unit = 10 ** Math.floor(Math.log10(Math.abs(this.valueAt(left + 1) - this.valueAt(left)) || 1));
    return Number((Math.round(value / unit) * unit).toPrecision(10));
  }

  /** The plot's inside, from uPlot's own layout: asking the document for it
   * would cost a reflow in every frame of a drag. */
  get width(): number {
    return this.plot ? this.plot.bbox.width / (devicePixelRatio || 1) : 0;
  }

  get height(): number {
    return this.plot ? this.plot.bbox.height / (devicePixelRatio || 1) : 0;
  }

  /** Paints the chart as a picture of this width, of the series in the caption or
   * of all on show. */
  picture(canvas: HTMLCanvasElement, width: number, ink: Ink, caption: Caption | null): void {
    const { data, view } = this;
    if (!data || !view) return;
    const on = caption ? (i: number) => caption.keys.some(([series]) => series === i) : (i: number) => view.series[i]!.shown;
    picture(canvas, { data, view, ink, on, ranges: this.zoom ?? this.extent(on), line: this.overlay.crossed(on) }, width, caption);
  }

  /** Puts a picture in place of the chart, for the print style to show. */
  print(ink: Ink): void {
    const paper = this.host.querySelector<HTMLCanvasElement>(".paper") ?? document.createElement("canvas");
    paper.className = "paper";
    this.picture(paper, 700, ink, null);
    this.host.append(paper);
  }

  /** The extent of the points on show, padded; throughput starts at zero. */
  private extent(on = (series: number) => this.view?.series[series]?.shown ?? false): { x: Range; y: Range } {
    let [x0, x1, y0, y1] = [Infinity, 0, Infinity, 0];
    this.data?.forEach((s, i) => {
      if (!on(i)) return;
      s.x.forEach((x, k) => {
        if (this.view!.optimal && !s.member[k]) return;
        x0 = Math.min(x0, x);
        x1 = Math.max(x1, x);
        y0 = Math.min(y0, s.y[k]!);
        y1 = Math.max(y1, s.y[k]!);
      });
    });
    if (!(x1 > 0) || !(y1 > 0)) return nothing;
    const x: Range = this.view?.logX ? [x0 / 1.15, x1 * 1.15] : [x0 < 0.4 * x1 ? 0 : x0 - 0.06 * (x1 - x0 || x1), x1 + 0.05 * (x1 - x0 || x1)];
    const y: Range = this.view?.logY ? [y0 / 1.3, y1 * 1.3] : [0, y1 * 1.06];
    return { x, y };
  }

  private size(): { width: number; height: number } {
    const width = Math.max(240, Math.floor(this.host.clientWidth));
    return { width, height: Math.round(Math.min(440, Math.max(300, width * 0.74))) };
  }

  private resize(): void {
    if (!this.plot) return;
    const size = this.size();
    if (size.width !== this.plot.width || size.height !== this.plot.height) this.plot.setSize(size);
  }

  private rescale(): void {
    const { x, y } = this.zoom ?? this.extent();
    // The two corners stand for the data: uPlot ranges over them.
    this.plot?.setData([x, y]);
  }

  private rebuild(): void {
    if (this.plot) this.plot.destroy();
    else this.host.replaceChildren(); // the first view's still picture
    const { x, y } = this.extent();
    const view = this.view!;
    const scale = (log: boolean, pick: (z: { x: Range; y: Range }) => Range): uPlot.Scale => ({
      time: false,
      distr: log ? 3 : 1,
      range: () => pick(this.zoom ?? this.extent()),
    });
    const axis = (name: "x" | "y", log: boolean, text: string): uPlot.Axis => ({
      scale: name,
      label: text,
      labelSize: 20 * em,
      labelGap: 0,
      labelFont: `${12 * em}px system-ui, sans-serif`,
      font: `${12 * em}px system-ui, sans-serif`,
      size: (name === "x" ? 32 : 54) * em,
      gap: 4,
      stroke: () => this.ink.muted,
      grid: { stroke: () => this.ink.grid, width: 1 },
      ticks: { stroke: () => this.ink.grid, width: 1, size: 4 },
      splits: (_u, _i, min, max) => {
        const { width, height } = this.size();
        const most = Math.max(3, Math.floor(name === "x" ? (width / em - 66) / 60 : (height / em - 62) / 42));
        return log ? logTicks(min, max, most) : linearTicks(min, max, most);
      },
      values: (_u, splits) => (this.extent() === nothing ? splits.map(() => "") : splits.map(label)),
      filter: (_u, splits) => splits,
    });
    this.plot = new uPlot(
      {
        ...this.size(),
        legend: { show: false },
        padding: [40 * em, 12, 0, 0],
        cursor: {
          points: { show: false },
          x: false,
          y: false,
          drag: { x: true, y: true, uni: 24, setScale: false },
          bind: { dblclick: () => () => { this.resetZoom(); return null; } },
        },
        scales: { x: scale(view.logX, (z) => z.x), y: scale(view.logY, (z) => z.y) },
        axes: [axis("x", view.logX, view.axis.replace(" interactivity", "")), axis("y", view.logY, view.y)],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          draw: [(u) => this.draw(u)],
          setSelect: [(u) => this.zoomTo(u)],
          ready: [(u) => this.attach(u)],
        },
      },
      [x, y],
      this.host,
    );
  }

  /** Puts what floats over the plot on a new plot; its listeners go with it. */
  private attach(u: uPlot): void {
    u.over.append(this.better, this.overlay.element);
    this.hover.attach(u.over);
    let from: [number, number] = [0, 0];
    u.over.addEventListener("pointerdown", (e) => { from = [e.clientX, e.clientY]; });
    u.over.addEventListener("click", (e) => {
      if (Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 4) return; // a zoom
      if ((e as PointerEvent).pointerType === "touch") return this.hover.read(e); // a finger looks; it moves the line by its handle
      this.pick(this.valueAt(e.clientX - u.over.getBoundingClientRect().left), e.shiftKey);
    });
  }

  private zoomTo(u: uPlot): void {
    const { left, top, width, height } = u.select;
    if (width < 6 && height < 6) return;
    const full = { x: [u.scales.x!.min!, u.scales.x!.max!] as Range, y: [u.scales.y!.min!, u.scales.y!.max!] as Range };
    const wide = width >= 6 && width < u.over.clientWidth;
    const high = height >= 6 && height < u.over.clientHeight;
    this.zoom = {
      x: wide ? [u.posToVal(left, "x"), u.posToVal(left + width, "x")] : full.x,
      y: high ? [u.posToVal(top + height, "y"), u.posToVal(top, "y")] : full.y,
    };
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.rescale();
    this.zoomed(true);
  }

  private draw(u: uPlot): void {
    const { data, view, ink } = this;
    if (!data || !view) return;
    const ratio = devicePixelRatio || 1;
    const plot: Plot = { width: this.width, height: this.height, x: (v) => u.valToPos(v, "x"), y: (v) => u.valToPos(v, "y"), text: em };
    u.ctx.save();
    u.ctx.setTransform(ratio, 0, 0, ratio, u.bbox.left, u.bbox.top);
    const spots = paint(u.ctx, plot, data, view, ink, this.overlay.value, (i) => view.series[i]!.shown);
    u.ctx.restore();
    this.hover.renew(spots);
    this.overlay.place();
  }
}
