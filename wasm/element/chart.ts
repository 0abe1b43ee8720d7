/** `<iso-chart>`: frontiers, to be read at any speed by pointer or by keys. */

import type { Ask, Chart, GridLine, Note, Sheet } from '../host/iso';
import { make, perFrame } from './dom';
import { IsoElement } from './element';
import { below, count, digits, instead, noted, plain, same, tables, valueOf, words, written, type Comparison } from './fallback';
import { notes } from './grid';
import { link } from './link';
import type { Figures } from './place';
import { key, near, paint, type Plot } from './plot';

/** What is drawn. */
export interface Drawn {
  chart: Chart;
  /** Throughput at the targets; heads and units of everything. */
  sheet: Sheet;
}

const AXES: Record<string, string> = { interactivity: 'interactivity', ttft: 'TTFT', e2el: 'E2E latency', 'e2e-normalized': 'E2E-normalized interactivity (experimental)' };

/** Whether less of an axis is better: a time. */
const smaller = (axis = ''): boolean => axis === 'ttft' || axis === 'e2el';

/** The unit of the axis. */
const across = ({ axis }: Chart): string => (smaller(axis) ? 's' : 'tok/s/user');

const list = (lines: GridLine[]): string => lines.map((l) => l.text).join(', ');

const unit = ({ tokens }: Chart): string => `${tokens ? `${tokens} ` : ''}tok/s/GPU`;

const heading = (chart: Chart): string => `Throughput per GPU at equal ${AXES[chart.axis] ?? chart.axis}, ${chart.model}, ${chart.workload}`;

/** The heads over the points in numbers. */
const columns = (chart: Chart, sheet: Sheet): string[] => ['System', sheet.grids[0]!.corner, unit(chart), 'Concurrency'];

/** What stands over the points in numbers, and what opens them. */
const CAPTION = 'Measured points on the frontiers';
const SUMMARY = 'The points on the frontiers, in numbers';

/** What a figure's notes are while no cell is read: those on marks have nothing to say. */
const unmarked = ({ notes }: Sheet): Note[] => notes.filter((n) => !n.mark);

export class IsoChart extends IsoElement<Drawn> {
  /** What is on show, as the module's replies; absent before there is any. */
  shown: Drawn | undefined;
  private plot: Plot | undefined;
  private figuresNow: Figures | undefined;
  private at: number | null = null;
  private width = 0;
  private readonly place = make('div', {});
  private readonly legend = make('ul', { class: 'legend', part: 'legend' });
  private readonly reading = make('p', { class: 'reading', part: 'reading' });
  private readonly below = make('div', {});
  private readonly away = make('a', { part: 'link' }, 'Open in isofront');
  private readonly sized = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.resize());

  /** Where the line reads, in the axis's unit; null: no line. */
  get target(): number | null {
    return this.at;
  }
  set target(x: number | null) {
    if (x !== null && !(x > 0 && Number.isFinite(x))) throw new RangeError('target: must be a number above 0');
    this.at = x;
    if (this.state === 'live') this.moved();
  }

  protected override asked(): Ask {
    const { baseline: _, chain: __, prices: ___, powers: ____, quantities: _____, ...ask } = this.wanted.ask;
    return ask;
  }

  protected async answer({ iso }: Figures, ask: Ask): Promise<Drawn> {
    const [chart, sheet] = await Promise.all([iso.chart(ask), iso.query({ ...ask, verb: 'sheet', quantities: ['throughput'] })]);
    return { chart, sheet: sheet.sheet! };
  }

  /** The points on the frontiers, in the order of data/embed. */
  protected compare({ chart, sheet }: Drawn): Comparison {
    const { heads } = sheet.grids[0]!;
    const points = chart.series.flatMap((s, i) => s.points.filter((_, k) => s.member[k]).map((p) => ({ head: heads[i]!, values: [p.x, p.y], said: String(p.concurrency) })));
    const form: string[] = [];
    let [compared, differ, first] = [0, 0, ''];
    const over = columns(chart, sheet);
    for (const t of tables(this)) {
      const cells = [...(t.tHead?.rows[0]?.cells ?? [])];
      over.forEach((head, i) => words(form, 'column', cells[i]?.textContent, head));
      const rows = below(t);
      count(form, 'points', rows.length, points.length);
      rows.slice(0, points.length).forEach((row, i) => {
        const { head, values, said } = points[i]!;
        words(form, `point ${i + 1}`, row.cells[0]?.textContent, head);
        const tds = [...row.querySelectorAll('td')];
        if (tds.length !== 3) return count(form, `cells of point ${i + 1}`, tds.length, 3);
        const judge = (k: number, agrees: boolean, wanted: string) => {
          compared++;
          if (agrees) return;
          differ++;
          first ||= `point ${i + 1} (“${head}”), column “${over[k + 1]}”: ${instead(written(tds[k]!), wanted)}`;
        };
        values.forEach((v, k) => {
          // The text is rounded to 4 digits, in groups of thousands.
          const rounded = Number(plain(tds[k]!.textContent).replace(/,/g, ''));
          judge(k, same(valueOf(tds[k]!), v) && Math.abs(rounded - v) <= 1e-3 * v, digits(v));
        });
        judge(2, plain(tds[2]!.textContent) === said, `“${said}”`);
      });
    }
    // The words around: those that are there, since older figures had fewer.
    const around = (what: string, selector: string, wanted: string[]) => this.querySelectorAll(selector).forEach((e, i) => words(form, what, e.textContent, wanted[i] ?? ''));
    const [lines, beyond] = this.lines({ chart, sheet });
    const at = lines.length ? ` Lines at ${list(lines)} ${across(chart)}.` : '';
    around('heading', '.iso-heading', [heading(chart)]);
    around('series', '.iso-keys li', heads);
    around('reading', '.iso-reading', [`Filled: on the frontier. Hollow: off it. Nothing is drawn beyond the points.${at}${beyond}`]);
    around('summary', '.iso-points summary', [SUMMARY]);
    around('caption', '.iso-points caption', [CAPTION]);
    return { compared, differ, first, form, notes: noted(this, unmarked(sheet), this.querySelector('.iso-heading') !== null) };
  }

  /** Whether the axis across is logarithmic: times are unless the attribute says otherwise, as on the page. */
  private get log(): string {
    const { log, ask } = this.wanted;
    return smaller(ask.axis) && !/[nx]/.test(log) ? `x${log}` : log;
  }

  /** The targets that are near enough to the points for a line, and what is said of the others. */
  private lines({ chart, sheet }: Drawn): [GridLine[], string] {
    const all = this.wanted.ask.targets ? sheet.grids[0]!.lines : [];
    const fits = near(chart, this.log.includes('x'));
    const beyond = all.filter((l) => !fits(l));
    return [all.filter(fits), beyond.length ? ` No line at ${list(beyond)} ${across(chart)}: far beyond the points.` : ''];
  }

  protected reset(): void {
    this.at = null;
    this.shown = undefined;
    this.plot = undefined;
  }

  /** What is set changes no question but that of the line, which any number above 0 answers. */
  protected undo(): boolean {
    return false;
  }

  protected draw(drawn: Drawn, figures: Figures): void {
    this.shown = drawn;
    this.figuresNow = figures;
    this.live.hidden = false; // so that it has a width
    this.live.replaceChildren(make('p', { class: 'title', part: 'caption' }, heading(drawn.chart)), this.place, this.reading, this.legend, make('div', { class: 'bar' }, this.away), this.points(), this.below);
    this.sized?.observe(this.live);
    this.paint();
  }

  /** What is drawn on the frontiers, in numbers, as the figure that was written has it. */
  private points(): HTMLElement {
    const { chart, sheet } = this.shown!;
    const { heads } = sheet.grids[0]!;
    const rows = chart.series.flatMap((s, i) =>
      s.points.filter((_, k) => s.member[k]).map((p) => make('tr', {}, make('th', { scope: 'row' }, heads[i]!), ...[p.x, p.y, p.concurrency].map((v) => make('td', {}, String(v))))),
    );
    const head = columns(chart, sheet).map((text) => make('th', { scope: 'col' }, text));
    return make(
      'details',
      {},
      make('summary', {}, SUMMARY),
      make('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': SUMMARY }, make('table', { part: 'table', 'aria-label': SUMMARY }, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows))),
    );
  }

  private resize(): void {
    const width = Math.round(this.live.clientWidth);
    if (this.shown && this.state === 'live' && width > 0 && Math.abs(width - this.width) > 2) this.paint();
  }

  private paint(): void {
    const { chart } = this.shown!;
    this.width = Math.max(240, Math.round(this.live.clientWidth || 600));
    const name = AXES[chart.axis] ?? chart.axis;
    const plot = paint(
      chart,
      { name, x: `${name} (p${chart.percentile}), ${across(chart)}`, y: unit(chart), title: heading(chart), smaller: smaller(chart.axis) },
      this.width,
      this.log,
      this.lines(this.shown!)[0],
    );
    const had = this.root().activeElement === this.plot?.svg && this.plot !== undefined;
    this.plot = plot;
    this.listen(plot);
    this.place.replaceChildren(plot.svg);
    if (had) plot.svg.focus();
    this.read().catch((e) => this.fail(e));
  }

  private ends(): [number, number] {
    const ends = this.shown!.chart.series.flatMap((s) => s.range ?? []);
    return [Math.min(...ends), Math.max(...ends)];
  }

  private listen(plot: Plot): void {
    const [low, high] = this.ends();
    const set = (x: number) => {
      // As many digits as a hand can aim at.
      this.at = Math.min(high, Math.max(low, Number(x.toPrecision(3))));
      this.moved();
    };
    plot.svg.addEventListener('pointermove', (e) => set(plot.value(e.clientX)));
    plot.svg.addEventListener('pointerdown', (e) => set(plot.value(e.clientX)));
    plot.svg.addEventListener('keydown', (e) => {
      const by = (high - low) / (e.shiftKey ? 10 : 50);
      const from = this.at ?? (low + high) / 2;
      const to: Record<string, number> = { ArrowRight: from + by, ArrowUp: from + by, ArrowLeft: from - by, ArrowDown: from - by, Home: low, End: high };
      if (e.key === 'Escape') this.target = null;
      else if (to[e.key] !== undefined) set(to[e.key]!);
      else return;
      e.preventDefault();
    });
    for (const [name, value] of Object.entries({ role: 'slider', tabindex: '0', 'aria-label': 'Read the frontiers at', 'aria-valuemin': low, 'aria-valuemax': high })) {
      plot.svg.setAttribute(name, String(value));
    }
  }

  private readonly moved = perFrame(() => {
    if (this.state === 'live') this.read().then(() => this.changed(), (e) => this.fail(e));
  });

  /** Reads every frontier at the line, by the table that the module forms there. */
  private async read(): Promise<void> {
    const { chart, sheet } = this.shown!;
    const at = this.at;
    this.plot!.line(at);
    const [low, high] = this.ends();
    const unit = across(chart);
    let values: string[] = [];
    let said = unmarked(sheet);
    if (at !== null) {
      const reply = await this.figuresNow!.iso.query({ ...this.asked(), verb: 'sheet', quantities: ['throughput'], targets: [at] });
      if (at !== this.at || this.shown?.chart !== chart) return;
      values = reply.sheet!.grids[0]!.lines[0]!.cells.map((c) => c.text);
      said = reply.sheet!.notes;
    }
    this.legend.replaceChildren(
      ...chart.series.map((_, i) => make('li', {}, key(i), sheet.grids[0]!.heads[i]!, ...(values[i] ? [make('b', {}, values[i])] : []))),
    );
    this.below.replaceChildren(notes(said));
    this.reading.textContent = `${this.lines(this.shown!)[1]} ${at === null ? 'Point at the figure, or use the arrow keys on it, to read it.' : `At ${at} ${unit}, in tok/s/GPU:`}`.trim();
    this.plot!.svg.setAttribute('aria-valuenow', String(Math.min(high, Math.max(low, at ?? (low + high) / 2))));
    this.plot!.svg.setAttribute('aria-valuetext', at === null ? 'not read yet' : `${at} ${unit}: ${values.map((v, i) => `${sheet.grids[0]!.heads[i]} ${v}`).join(', ')}`);
    this.away.href = link(this.site.base, '', this.asked(), chart.series.map((s) => s.name), null, at, this.wanted.log);
  }
}
