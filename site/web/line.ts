// The matched-speed line: a slider over the plot. It knows where it is and how
// it is moved; what it reads there is Go's business.

import type { Chart } from "./chart";
import type { Crossings } from "./paint";
import type { View } from "./wire";

export class Line {
  readonly element = document.createElement("div");
  private readonly flag = document.createElement("span");
  private readonly crossings: HTMLElement[] = [];
  private readonly layer = document.createElement("div");
  private readonly pair = document.createElement("div");
  private readonly ratio = document.createElement("span");
  private chart: Chart | null = null;
  private view: View | null = null;
  private heights: number[] = [];
  private settling = 0;
  private dragging = false;
  private plotLeft = 0; // while dragging: asking again would lay the page out
  value = 0;

  /** `moved` is called at every new place, `settled` when it stays there. */
  constructor(
    private readonly moved: (x: number) => void,
    private readonly settled: (x: number) => void,
  ) {
    const slider = document.createElement("div");
    slider.id = "line";
    slider.className = "line";
    slider.tabIndex = 0;
    slider.setAttribute("role", "slider");
    slider.setAttribute("aria-orientation", "horizontal");
    slider.setAttribute("aria-describedby", "line-reads line-help");
    this.flag.className = "flag";
    slider.append(this.flag);
    this.element.className = "line-layer";
    this.layer.className = "crossings";
    this.layer.setAttribute("aria-hidden", "true");
    this.pair.className = "pair";
    this.pair.hidden = true;
    this.pair.append(this.ratio);
    this.layer.append(this.pair);
    this.element.append(slider, this.layer);
    this.slider = slider;
    slider.addEventListener("keydown", (e) => this.key(e));
    // The plot's own drag is a zoom, its click moves the line.
    for (const type of ["mousedown", "mousemove", "click", "dblclick"]) slider.addEventListener(type, (e) => e.stopPropagation());
    slider.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      e.stopPropagation();
      slider.setPointerCapture(e.pointerId);
      this.plotLeft = this.element.parentElement!.getBoundingClientRect().left;
      this.dragging = true;
      slider.focus({ preventScroll: true });
    });
    slider.addEventListener("pointermove", (e) => {
      if (!this.dragging || !this.chart) return;
      e.stopPropagation();
      this.goToPixel(Math.min(Math.max(e.clientX - this.plotLeft, 0), this.chart.width));
    });
    const release = () => {
      if (!this.dragging) return;
      this.dragging = false;
      this.settled(this.value);
    };
    slider.addEventListener("pointerup", release);
    slider.addEventListener("pointercancel", release);
    slider.addEventListener("lostpointercapture", release);
  }

  private readonly slider: HTMLElement;

  get busy(): boolean {
    return this.dragging || this.settling !== 0;
  }

  attach(chart: Chart): void {
    this.chart = chart;
  }

  setView(view: View): void {
    this.view = view;
    if (!this.busy) this.value = view.line;
    this.slider.setAttribute("aria-label", view.lineLabel);
    this.slider.setAttribute("aria-valuemin", String(view.min));
    this.slider.setAttribute("aria-valuemax", String(view.max));
    while (this.crossings.length > view.rows.length) this.crossings.pop()!.remove();
    while (this.crossings.length < view.rows.length) {
      const dot = document.createElement("i");
      this.crossings.push(dot);
      this.layer.append(dot);
    }
    view.rows.forEach((series, i) => { this.crossings[i]!.className = `s${view.series[series]!.colour}`; });
  }

  /** Shows what was read: texts come from Go, heights are values on y. */
  show(x: string, spoken: string, pinned: string, heights: number[]): void {
    this.heights = heights;
    if (this.ratio.textContent !== pinned) this.ratio.textContent = pinned;
    this.flag.textContent = x.length > 8 ? String(+(+x).toPrecision(6)) : x;
    const { view } = this;
    if (view) this.slider.setAttribute("aria-valuenow", String(Math.min(Math.max(this.value, view.min), view.max)));
    this.slider.setAttribute("aria-valuetext", spoken);
    this.place();
  }

  place(): void {
    const { chart } = this;
    if (!chart || !this.view) return;
    const left = chart.left(this.value);
    const at = Math.min(Math.max(left, 0), chart.width);
    this.slider.style.transform = `translateX(${at}px)`;
    this.slider.classList.toggle("outside", at !== left);
    this.crossings.forEach((dot, i) => {
      const y = this.heights[i];
      const top = y === undefined || Number.isNaN(y) ? -1 : chart.top(y);
      const off = !(top >= 0 && top <= chart.height && at === left);
      if (dot.hidden !== off) dot.hidden = off; // set again, it would count as a change of style
      if (!off) dot.style.transform = `translate(${at}px, ${top}px)`;
    });
    this.placeRatio(at, at === left);
  }

  /** The line as a picture shows it, of the series that `on` lets in. */
  crossed(on: (series: number) => boolean): Crossings {
    const heights = this.view!.rows.map((series, i): [number, number] => [series, this.heights[i] ?? NaN]).filter(([series, y]) => on(series) && y > 0);
    const [a, b] = [this.view!.baseline, this.view!.pin].map((s) => heights.find(([series]) => series === s)?.[1]);
    return { x: this.value, text: this.flag.textContent!, heights, pair: a && b ? [a, b] : null, ratio: this.ratio.textContent! };
  }

  /** The pinned pair: a bracket from one curve to the other, with their ratio. */
  private placeRatio(at: number, inside: boolean): void {
    const { chart, view } = this;
    const row = (series: number) => view!.rows.indexOf(series);
    const tops = [view!.baseline, view!.pin].map((s) => chart!.top(this.heights[row(s)] ?? NaN));
    const [upper, lower] = [Math.min(...tops), Math.max(...tops)];
    const off = !(inside && this.ratio.textContent && upper >= 0 && lower <= chart!.height);
    if (this.pair.hidden !== off) this.pair.hidden = off;
    if (off) return;
    this.pair.style.transform = `translate(${at}px, ${upper}px)`;
    this.pair.style.height = `${lower - upper}px`;
    this.pair.classList.toggle("flip", at > chart!.width - 70);
  }

  /** Moves to a value. */
  goTo(x: number): void {
    if (!(x > 0) || x === this.value) return;
    this.value = x;
    this.moved(x);
  }

  goToPixel(left: number): void {
    if (this.chart && this.view) this.goTo(this.rounded(left));
  }

  /** The value under a pixel column, to the digits that a pixel can tell apart. */
  rounded(left: number): number {
    return this.chart!.rounded(left, Math.min(Math.max(this.chart!.valueAt(left), this.view!.min), this.view!.max));
  }

  /** Settles at once what would settle in a moment. */
  flush(): void {
    if (!this.settling) return;
    clearTimeout(this.settling);
    this.settling = 0;
    this.settled(this.value);
  }

  /** Moves by a key; false for a key that does not move it. */
  key(event: KeyboardEvent): boolean {
    const { view } = this;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return false;
    const far = 10 * view.step;
    const step = event.shiftKey ? far : view.step;
    const targets: Record<string, number> = {
      ArrowRight: this.value + step,
      ArrowUp: this.value + step,
      ArrowLeft: this.value - step,
      ArrowDown: this.value - step,
      PageUp: this.value + far,
      PageDown: this.value - far,
      Home: view.min,
      End: view.max,
    };
    const target = targets[event.key];
    if (target === undefined) return false;
    event.preventDefault();
    this.goTo(Number(Math.min(Math.max(target, view.min), view.max).toPrecision(10)));
    clearTimeout(this.settling);
    this.settling = window.setTimeout(() => this.flush(), 250);
    return true;
  }
}
