/** `<iso-table>`: an iso table that a reader can move, price, sort and copy. */

import type { Ask, Query, Reply, Sheet, Table } from '../host/iso';
import { copying, type Format } from './copy';
import { IsoElement } from './element';
import { make } from './dom';
import { compare, type Comparison } from './fallback';
import { notes, table, type Order } from './grid';
import { link } from './link';
import type { Figures } from './place';

/** What is drawn: the table as laid out, and what it was formed from. */
export interface Shown {
  sheet: Sheet;
  table: Table;
}

/** The step of a slider over a range: 1, 2 or 5 x 10^k, about 200 of them. */
function step(from: number, to: number): number {
  const rough = (to - from) / 200;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Number(([1, 2, 5].map((m) => m * power).find((s) => s >= rough) ?? 10 * power).toPrecision(1));
}

/** The prices that the module takes, $/GPU-hour: anything beyond is a slip. */
const priced = (v: unknown): boolean => typeof v === 'number' && v >= 1e-6 && v <= 1e9;

const UNITS: Record<string, string> = { ttft: 's', e2el: 's' };

export class IsoTable extends IsoElement<Shown> {
  /** What is on show, as the module's replies; absent before there is any. */
  shown: Shown | undefined;
  private order: Order | undefined;
  private at: number | null = null;
  /** The targets without the reader's. */
  private base: number[] = [];
  private own: Record<string, number> = {};
  /** What was set when it was last drawn. */
  private was = { at: this.at, own: this.own };
  private readonly grids = make('div', {});
  private readonly below = make('div', {});
  private bar: HTMLElement | undefined;
  private slider: HTMLInputElement | undefined;
  private field: HTMLInputElement | undefined;
  private away = make('a', { part: 'link' }, 'Open in isofront');

  /** Where the slider reads, in the axis's unit; null: only the author's targets. */
  get target(): number | null {
    return this.at;
  }
  set target(x: number | null) {
    if (x !== null && !(x > 0 && Number.isFinite(x))) throw new RangeError('target: must be a number above 0');
    this.at = x;
    this.refresh();
  }

  /** A reader's own prices, $/GPU-hour by hardware, over those of the attribute. */
  get prices(): Record<string, number> {
    return { ...this.own };
  }
  set prices(by: Record<string, number>) {
    const all = Object.entries(by ?? {});
    const bad = all.find(([, v]) => !priced(v));
    if (typeof by !== 'object') this.refuse(`prices: ${String(by)}: must be a number from 1e-6 to 1e9 by hardware`);
    else if (bad) this.refuse(`price of ${bad[0]}: ${String(bad[1])}: must be a number from 1e-6 to 1e9`);
    else {
      this.own = Object.fromEntries(all.map(([hardware, v]) => [hardware.toLowerCase(), v]));
      this.refresh();
    }
  }

  /** The table as text, as `isofront table --format FORMAT` writes it; an error says why there is none. */
  async text(format: Format): Promise<string> {
    await this.loaded();
    const figures = this.source();
    if (!figures) throw new Error('what is on show was not computed here');
    const reply: Reply = await figures.iso.query({ ...this.asked(), verb: 'text', format });
    return reply.text!.text;
  }

  protected override asked(): Ask {
    const { ask } = this.wanted;
    const targets = ask.targets ?? this.base;
    return {
      ...ask,
      targets: this.at === null || targets.includes(this.at) ? ask.targets : [...targets, this.at],
      prices: { ...ask.prices, ...this.own },
    };
  }

  protected async answer({ iso }: Figures, ask: Ask): Promise<Shown> {
    const query: Partial<Query> = { quantities: ['throughput', 'cost'], ...ask };
    const [sheet, formed] = await Promise.all([iso.query({ ...query, verb: 'sheet' }), iso.query({ ...query, verb: 'table' })]);
    return { sheet: sheet.sheet!, table: formed.table! };
  }

  protected compare({ sheet, table }: Shown): Comparison {
    this.base = table.targets;
    return compare(this, sheet.grids, sheet.notes);
  }

  protected reset(): void {
    this.order = undefined;
    this.at = null;
    this.own = {};
    this.bar = this.slider = this.field = undefined;
    this.shown = undefined;
    this.was = { at: null, own: this.own };
  }

  protected undo(): boolean {
    const { at, own } = this.was;
    if (at === this.at && own === this.own) return false;
    [this.at, this.own] = [at, own];
    return true;
  }

  protected draw(shown: Shown): void {
    this.shown = shown;
    this.was = { at: this.at, own: this.own };
    if (this.at === null) this.base = shown.table.targets;
    const { grids } = shown.sheet;
    const active = this.root().activeElement;
    const focused = active?.closest('th')?.dataset.column;
    const on = [...this.grids.children].findIndex((g) => g.contains(active));
    this.grids.replaceChildren(...grids.map((g, i) => table(g, i === this.order?.grid ? this.order : undefined, this.at, (column) => this.sort(i, column))));
    this.below.replaceChildren(notes(shown.sheet.notes));
    if (focused) this.grids.children[on]?.querySelector<HTMLElement>(`th[data-column="${focused}"] button`)?.focus();
    if (!this.bar) {
      this.bar = this.controls(shown.table);
      this.live.replaceChildren(this.grids, this.bar, this.below);
    }
    this.follow();
    const t = shown.table;
    this.away.href = link(this.site.base, 'tables', this.asked(), t.series.map((s) => s.name), t.baseline, this.at);
  }

  /** The controls show where it is read, unless a hand is on them. */
  private follow(): void {
    const active = this.root().activeElement;
    for (const control of [this.slider, this.field]) {
      if (!control || control === active) continue;
      if (this.at !== null) control.value = String(this.at);
      else if (control === this.field) control.value = '';
    }
  }

  /** Ascending, descending, as it was. */
  private sort(grid: number, column: number): void {
    const was = this.order?.grid === grid && this.order.column === column ? this.order : undefined;
    this.order = was?.down ? undefined : { grid, column, down: was !== undefined };
    this.refresh();
  }

  private controls(t: Table): HTMLElement {
    const unit = UNITS[t.axis] ?? 'tok/s/user';
    const ends = t.series.flatMap((s) => s.range ?? []);
    const bars: HTMLElement[] = [];
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    if (low < high) {
      const by = step(low, high);
      const round = (v: number) => Number(v.toPrecision(12));
      const [min, max] = [round(Math.ceil(low / by) * by), round(Math.floor(high / by) * by)];
      const slider = make('input', { type: 'range', part: 'slider', min, max, step: by, 'aria-label': `Read also at, ${unit}` });
      const field = make('input', { type: 'number', part: 'field', min: 0, step: 'any', 'aria-label': `Read also at, ${unit}` });
      slider.value = String(t.targets[Math.floor(t.targets.length / 2)] ?? min);
      field.placeholder = slider.value;
      const set = (text: string) => {
        const x = Number(text);
        this.at = text !== '' && x > 0 && Number.isFinite(x) ? x : null;
        slider.setAttribute('aria-valuetext', `${text} ${unit}`);
        this.refresh();
      };
      slider.addEventListener('input', () => set(slider.value));
      field.addEventListener('input', () => set(field.value));
      [this.slider, this.field] = [slider, field];
      bars.push(make('div', { class: 'bar', part: 'controls' }, make('label', {}, make('span', {}, 'Read also at'), slider), make('label', {}, field, unit), this.away));
    } else bars.push(make('div', { class: 'bar' }, this.away));
    const hardware = [...new Set(t.series.map((s) => s.hardware))];
    const prices = hardware.map((name) => {
      const sheet = t.series.find((s) => s.hardware === name)!.usd_per_gpu_hour;
      const field = make('input', { type: 'number', part: 'field', min: 0, step: 'any', 'data-hardware': name, placeholder: sheet ?? 'none' });
      field.addEventListener('input', () => {
        const { [name]: _, ...others } = this.own;
        const v = Number(field.value);
        this.own = field.value !== '' && priced(v) ? { ...others, [name]: v } : others;
        field.setAttribute('aria-invalid', String(field.value !== '' && !(name in this.own)));
        this.refresh();
      });
      return make('label', {}, name.toUpperCase(), field);
    });
    const back = make('button', { type: 'button', part: 'button', 'data-do': 'reset' }, 'As the author has it');
    back.addEventListener('click', () => {
      // The controls stay, and with them the focus and what is open.
      const { bar, slider, field } = this;
      this.reset();
      [this.bar, this.slider, this.field] = [bar, slider, field];
      for (const input of bar?.querySelectorAll('input') ?? []) {
        input.value = input.type === 'range' ? (field?.placeholder ?? '') : '';
        input.removeAttribute('aria-invalid');
      }
      this.refresh();
    });
    bars.push(
      make('details', { part: 'prices' }, make('summary', {}, 'Your own prices; copy the table'), make('div', { class: 'bar' }, make('span', {}, 'Your own $/GPU-hour'), ...prices, back), copying((format) => this.text(format))),
    );
    return make('div', {}, ...bars);
  }
}
