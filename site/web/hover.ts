// What the pointer reads: the point it is near; elsewhere every curve at its
// place, with a faint line through the plot. Its twin for the keyboard is the
// matched-speed line (line.ts), which reads every curve into the table.

import { nearest } from "./nearest";
import { em, font, type Spots } from "./paint";
import type { View } from "./wire";

/** The plot under the pointer. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  /** The value under a pixel column, to the digits that a pixel can tell apart. */
  rounded(left: number): number;
}

/** What Go says of a point, and of every curve at a value, as fields and records. */
export interface Readers {
  point(series: number, point: number): string[];
  curves(x: number): string[][];
}

/** How near the pointer must be to a point, in pixels. */
const reach = 26;
/** A line of the reading is this high, and what stands above the lines. */
const lineHeight = 18 * em;
const headHeight = 52 * em;

interface Row {
  element: HTMLElement;
  series: number;
  swatch: HTMLElement;
  name: HTMLElement;
  value: HTMLElement;
}

function make(className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.hidden = true;
  element.setAttribute("aria-hidden", "true");
  return element;
}

export class Hover {
  private readonly tip = make("tip");
  private readonly ring = make("ring");
  private readonly cursor = make("cursor");
  private readonly reading = make("tip curves");
  private readonly head = document.createElement("p");
  private readonly more = document.createElement("p");
  private readonly rows: Row[] = [];
  private readonly measure = document.createElement("canvas").getContext("2d")!;
  private spots: Spots = { series: [], point: [], x: new Float64Array(0), y: new Float64Array(0) };
  private over: HTMLElement | null = null;
  private view: View | null = null;
  private width = 0;
  private at = -1;
  private pointer: PointerEvent | null = null;
  private frame = 0;

  constructor(private readonly ground: Ground, private readonly readers: Readers) {
    this.reading.append(this.head, this.more);
    // A tap's reading stays until the next tap; one elsewhere ends it.
    document.addEventListener("pointerdown", (e) => {
      if (!this.over?.contains(e.target as Node)) this.hide();
    });
  }

  /** Moves to a new plot; the listeners on the old one went with it. */
  attach(over: HTMLElement): void {
    this.over = over;
    over.append(this.cursor, this.ring, this.tip, this.reading);
    over.addEventListener("pointermove", (e) => {
      if (e.pointerType === "touch") return; // scrolls the page
      if (e.buttons) return this.hide(); // zooms or moves the line
      this.pointer = e;
      this.frame ||= requestAnimationFrame(() => {
        this.frame = 0;
        if (this.pointer) this.read(this.pointer);
      });
    });
    over.addEventListener("pointerleave", (e) => {
      if (e.pointerType !== "touch") this.hide();
    });
    over.addEventListener("pointerdown", () => this.hide(), true);
  }

  setView(view: View): void {
    this.view = view;
    this.measure.font = font(12 * em);
    const names = view.series.filter((s) => s.shown).map((s) => this.measure.measureText(s.label).width);
    this.width = Math.ceil(Math.max(60, ...names) + 160 * em);
  }

  /** Takes where the points lie after a draw; what was read is another chart's. */
  renew(spots: Spots): void {
    this.spots = spots;
    this.hide();
  }

  /** Reads what is under a pointer or a tap. */
  read(event: { clientX: number; clientY: number }): void {
    const box = this.over!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const at = nearest(this.spots.x, this.spots.y, x, y, reach);
    if (at >= 0) this.showPoint(at);
    else this.showCurves(x);
  }

  private hide(): void {
    this.pointer = null;
    this.at = -1;
    this.tip.hidden = this.ring.hidden = this.reading.hidden = this.cursor.hidden = true;
  }

  private showPoint(at: number): void {
    this.reading.hidden = this.cursor.hidden = true;
    if (at === this.at) return;
    this.at = at;
    this.tip.hidden = this.ring.hidden = false;
    const [x, y] = [this.spots.x[at]!, this.spots.y[at]!];
    const [title, detail, ...lines] = this.readers.point(this.spots.series[at]!, this.spots.point[at]!);
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
    const { width, height } = this.ground;
    const { offsetWidth: w, offsetHeight: h } = this.tip;
    const left = x + 14 + w > width ? Math.max(0, x - 14 - w) : x + 14;
    const top = Math.min(Math.max(0, y - h / 2), Math.max(0, height - h));
    this.tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  private showCurves(x: number): void {
    this.at = -1;
    this.tip.hidden = this.ring.hidden = true;
    const value = this.ground.rounded(x);
    const [head, ...records] = value > 0 ? this.readers.curves(value) : [];
    this.reading.hidden = this.cursor.hidden = !head || records.length === 0;
    if (this.reading.hidden) return;
    put(this.head, head![0]!);
    const { width, height } = this.ground;
    const room = Math.max(3, Math.floor((height - headHeight) / lineHeight));
    const fits = records.length > room ? room - 1 : records.length;
    this.more.hidden = fits === records.length;
    put(this.more, `and ${records.length - fits} more`);
    for (let i = 0; i < Math.max(fits, this.rows.length); i++) {
      const row = (this.rows[i] ??= this.addRow());
      row.element.hidden = i >= fits;
      if (i < fits) this.fill(row, records[i]!);
    }
    // Widths are known beforehand: asking the document for them would lay it
    // out once more in every frame.
    const wide = Math.min(this.width, width);
    const left = x + 14 + wide <= width ? x + 14 : x < width / 2 ? width - wide : Math.max(0, x - 14 - wide);
    this.reading.style.width = `${wide}px`;
    this.reading.style.transform = `translate(${Math.round(left)}px, ${26 * em}px)`;
    this.cursor.style.transform = `translateX(${x}px)`;
  }

  private addRow(): Row {
    const [element, swatch, name, value] = [document.createElement("p"), document.createElement("span"), document.createElement("span"), document.createElement("b")];
    element.append(swatch, name, value);
    this.more.before(element);
    return { element, series: -1, swatch, name, value };
  }

  /** Fields of a record: the series, its value, and whether that is one. */
  private fill(row: Row, [series, value, reached]: string[]): void {
    const i = Number(series);
    const look = this.view!.series[i]!;
    if (row.series !== i || row.name.textContent !== look.label) {
      row.series = i;
      row.name.textContent = look.label;
      const drawn = document.querySelector(`.legend [data-key="${i}"] svg`);
      row.swatch.replaceChildren(...(drawn ? [drawn.cloneNode(true)] : []));
    }
    put(row.value, value!);
    row.element.classList.toggle("out", !reached);
  }
}

function put(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
