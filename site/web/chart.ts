// The frontier chart: uPlot for axes, scales and zoom; curves and points are
// drawn here. Curves are the core's own samples, straight between them, so that
// what is drawn is what the tables say.

import uPlot from "uplot";
import { nearest } from "./nearest";
import { type Mark, stacked } from "./marks";
import { label, linearTicks, logTicks } from "./ticks";
import type { ChartData, View } from "./wire";

/** The speed's line as a slider over the plot; made by line.ts. */
export interface Overlay {
  readonly element: HTMLElement;
  /** Called when scales or size changed: positions must be set anew. */
  place(): void;
}

interface Screen {
  series: number[];
  point: number[];
  x: Float64Array;
  y: Float64Array;
}

type Range = [number, number];

export class Chart {
  private plot: uPlot | null = null;
  private data: ChartData | null = null;
  private view: View | null = null;
  private zoom: { x: Range; y: Range } | null = null;
  private screen: Screen = { series: [], point: [], x: new Float64Array(0), y: new Float64Array(0) };
  private hovered = -1;
  private readonly tip = document.createElement("div");
  private readonly ring = document.createElement("div");
  private readonly better = document.createElement("div");
  private colours: string[] = [];
  private ink = { text: "", grid: "", surface: "" };

  constructor(
    private readonly host: HTMLElement,
    private readonly overlay: Overlay,
    private readonly describe: (series: number, point: number) => string[],
    private readonly pick: (x: number, add: boolean) => void,
    private readonly zoomed: (on: boolean) => void,
  ) {
    this.tip.className = "tip";
    this.tip.hidden = true;
    this.ring.className = "ring";
    this.ring.hidden = true;
    this.better.className = "better";
    this.better.setAttribute("aria-hidden", "true");
    this.readColours();
    new ResizeObserver(() => this.resize()).observe(host);
  }

  setData(data: ChartData): void {
    this.data = data;
    this.zoom = null;
  }

  setView(view: View): void {
    const before = this.view;
    this.view = view;
    const shape = (v: View) => v.series.map((s) => s.shown).join();
    const scales = !before || before.logX !== view.logX || before.logY !== view.logY || before.axis !== view.axis || before.y !== view.y;
    if (before && (scales || shape(before) !== shape(view))) this.zoom = null;
    if (!this.plot || scales) this.rebuild();
    else this.rescale();
    this.better.textContent = { ne: "better ↗", nw: "↖ better", se: "better ↘", sw: "↙ better" }[view.better];
    this.better.className = `better ${view.better}`;
    this.zoomed(this.zoom !== null);
  }

  resetZoom(): void {
    this.zoom = null;
    this.rescale();
    this.zoomed(false);
  }

  restyle(): void {
    this.readColours();
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

  /** How much one pixel moves the value at a pixel column. */
  resolution(left: number): number {
    return Math.abs(this.valueAt(left + 1) - this.valueAt(left));
  }

  /** The plot's inside, from uPlot's own layout: asking the document for it
   * would cost a reflow in every frame of a drag. */
  get width(): number {
    return this.plot ? this.plot.bbox.width / (devicePixelRatio || 1) : 0;
  }

  get height(): number {
    return this.plot ? this.plot.bbox.height / (devicePixelRatio || 1) : 0;
  }

  private readColours(): void {
    const style = getComputedStyle(document.documentElement);
    this.colours = Array.from({ length: 8 }, (_, i) => style.getPropertyValue(`--s${i}`).trim());
    this.ink = {
      text: style.getPropertyValue("--muted").trim(),
      grid: style.getPropertyValue("--grid").trim(),
      surface: style.getPropertyValue("--surface").trim(),
    };
  }

  /** The extent of the points on show, padded; throughput starts at zero. */
  private extent(): { x: Range; y: Range } {
    let [x0, x1, y0, y1] = [Infinity, 0, Infinity, 0];
    this.data?.series.forEach((s, i) => {
      if (!this.view?.series[i]?.shown) return;
      s.points.forEach((p, k) => {
        if (this.view!.optimal && !s.member[k]) return;
        x0 = Math.min(x0, p.x);
        x1 = Math.max(x1, p.x);
        y0 = Math.min(y0, p.y);
        y1 = Math.max(y1, p.y);
      });
    });
    if (!(x1 > 0) || !(y1 > 0)) return { x: [1, 100], y: [1, 100] };
    const x: Range = this.view?.logX ? [x0 / 1.15, x1 * 1.15] : [x0 < 0.4 * x1 ? 0 : x0 - 0.06 * (x1 - x0), x1 + 0.05 * (x1 - x0 || x1)];
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
      labelSize: 20,
      labelGap: 0,
      labelFont: "12px system-ui, sans-serif",
      font: "12px system-ui, sans-serif",
      size: name === "x" ? 32 : 54,
      gap: 4,
      stroke: () => this.ink.text,
      grid: { stroke: () => this.ink.grid, width: 1 },
      ticks: { stroke: () => this.ink.grid, width: 1, size: 4 },
      splits: (_u, _i, min, max) => {
        const { width, height } = this.size();
        const most = Math.max(3, Math.floor(name === "x" ? (width - 66) / 60 : (height - 62) / 42));
        return log ? logTicks(min, max, most) : linearTicks(min, max, most);
      },
      values: (_u, splits) => splits.map(label),
      filter: (_u, splits) => splits,
    });
    this.plot = new uPlot(
      {
        ...this.size(),
        legend: { show: false },
        padding: [22, 12, 0, 0],
        cursor: {
          points: { show: false },
          x: false,
          y: false,
          drag: { x: true, y: true, uni: 24, setScale: false },
          bind: { dblclick: () => () => { this.resetZoom(); return null; } },
        },
        scales: { x: scale(view.logX, (z) => z.x), y: scale(view.logY, (z) => z.y) },
        axes: [axis("x", view.logX, view.axis), axis("y", view.logY, view.y)],
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
    u.over.append(this.better, this.ring, this.overlay.element, this.tip);
    this.hover(-1);
    u.over.addEventListener("pointermove", (e) => this.hoverAt(e));
    u.over.addEventListener("pointerleave", () => this.hover(-1));
    let from: [number, number] = [0, 0];
    u.over.addEventListener("pointerdown", (e) => { from = [e.clientX, e.clientY]; });
    u.over.addEventListener("click", (e) => {
      if (Math.hypot(e.clientX - from[0], e.clientY - from[1]) > 4) return; // a zoom
      if (this.hoverAt(e) && (e as PointerEvent).pointerType === "touch") return; // a look at a point
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
    const { data, view } = this;
    if (!data || !view) return;
    const ctx = u.ctx;
    const ratio = devicePixelRatio || 1;
    const screen = { series: [] as number[], point: [] as number[], x: [] as number[], y: [] as number[] };
    ctx.save();
    ctx.beginPath();
    ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    ctx.clip();
    ctx.lineJoin = "round";
    if (view.showTargets) {
      ctx.strokeStyle = this.ink.text;
      ctx.lineWidth = ratio;
      ctx.setLineDash([2 * ratio, 4 * ratio]);
      ctx.beginPath();
      for (const x of view.targets) {
        const px = u.valToPos(x, "x", true);
        ctx.moveTo(px, u.bbox.top);
        ctx.lineTo(px, u.bbox.top + u.bbox.height);
      }
      ctx.stroke();
    }
    data.series.forEach((s, i) => {
      const look = view.series[i];
      if (!look?.shown) return;
      ctx.strokeStyle = this.colours[look.colour]!;
      ctx.lineWidth = 2 * ratio;
      ctx.setLineDash(look.dash ? look.dash.split(" ").map((d) => Number(d) * ratio) : []);
      ctx.beginPath();
      let [lastX, lastY] = [NaN, NaN];
      s.curve_x.forEach((x, k) => {
        const px = u.valToPos(x, "x", true);
        const py = u.valToPos(s.curve_y[k]!, "y", true);
        // Samples nearer than half a pixel cost time and show nothing.
        if (Math.abs(px - lastX) + Math.abs(py - lastY) < 0.5 && k < s.curve_x.length - 1) return;
        if (k === 0) ctx.moveTo(px, py);
        else ctx.lineTo(px, py);
        [lastX, lastY] = [px, py];
      });
      ctx.stroke();
    });
    ctx.restore();
    const marks: Mark[] = [];
    data.series.forEach((s, i) => {
      const look = view.series[i];
      if (!look?.shown) return;
      s.points.forEach((p, k) => {
        if (view.optimal && !s.member[k]) return;
        // The core lets only points above 0 take part, so a log axis has a
        // place for every one of them.
        const x = (u.valToPos(p.x, "x", true) - u.bbox.left) / ratio;
        const y = (u.valToPos(p.y, "y", true) - u.bbox.top) / ratio;
        screen.series.push(i);
        screen.point.push(k);
        screen.x.push(x);
        screen.y.push(y);
        // A mark may reach over the plot's edge, its middle may not.
        if (x < -1 || y < -1 || x > this.width + 1 || y > this.height + 1) return;
        marks.push({ x, y, series: i, member: s.member[k]!, small: false });
      });
    });
    const shapes = view.series.map((look) => new Path2D(look.marker));
    for (const mark of stacked(marks)) {
      ctx.save();
      ctx.translate(u.bbox.left + mark.x * ratio, u.bbox.top + mark.y * ratio);
      const scale = (mark.member && !mark.small ? 1 : 0.72) * ratio;
      ctx.scale(scale, scale);
      ctx.strokeStyle = ctx.fillStyle = this.colours[view.series[mark.series]!.colour]!;
      if (mark.member) {
        ctx.strokeStyle = this.ink.surface;
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
    this.screen = { ...screen, x: Float64Array.from(screen.x), y: Float64Array.from(screen.y) };
    this.hover(-1);
    this.overlay.place();
  }

  /** Shows the nearest point within reach of the pointer; false for none. */
  private hoverAt(event: MouseEvent): boolean {
    const box = this.plot!.over.getBoundingClientRect();
    const at = nearest(this.screen.x, this.screen.y, event.clientX - box.left, event.clientY - box.top, 26);
    this.hover(at);
    return at >= 0;
  }

  private hover(at: number): void {
    if (at === this.hovered) return;
    this.hovered = at;
    this.tip.hidden = this.ring.hidden = at < 0;
    if (at < 0) return;
    const [x, y] = [this.screen.x[at]!, this.screen.y[at]!];
    const [title, detail, ...lines] = this.describe(this.screen.series[at]!, this.screen.point[at]!);
    const head = document.createElement("p");
    const strong = document.createElement("b");
    strong.textContent = title ?? "";
    head.append(strong, " ", detail ?? "");
    this.tip.replaceChildren(head, ...lines.map((line) => {
      const p = document.createElement("p");
      p.textContent = line;
      return p;
    }));
    this.ring.style.transform = `translate(${x}px, ${y}px)`;
    const { offsetWidth: w, offsetHeight: h } = this.tip;
    const left = x + 14 + w > this.width ? Math.max(0, x - 14 - w) : x + 14;
    const top = Math.min(Math.max(0, y - h / 2), Math.max(0, this.height - h));
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }
}
