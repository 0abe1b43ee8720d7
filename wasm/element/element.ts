/**
 * What both elements are: a fallback that stays until something true can take its
 * place, the loading when it comes into view, and the choice between the
 * author's figures and today's.
 */

import { IsoError } from '../host/error';
import type { Ask, Sheet } from '../host/iso';
import { text } from '../host/load';
import { ATTRIBUTES, mend, read, type Wanted } from './attributes';
import { make, perFrame } from './dom';
import { part, type Comparison } from './fallback';
import { place, type Figures, type Place } from './place';
import { ground, onDark, style } from './style';
import { judge, limit, type Whose } from './verdict';

export type { Whose };

/**
 * `waiting`: not yet in view; `loading`; `live`: what is on show was computed
 * here; `author`: what the author wrote is on show, since something else was
 * computed; `failed`: what the author wrote is on show, since nothing could be.
 */
export type State = 'waiting' | 'loading' | 'live' | 'author' | 'failed';

/** Of the event iso-ready. */
export interface Ready extends Comparison {
  state: State;
  /** Whether the data are others than when the article was written. */
  moved: boolean;
  /** Hash of today's data. */
  sha256: string;
}

/** Of the event iso-change: what is asked for now. */
export interface Change {
  figures: Whose;
  ask: Ask;
}

/** Of the event iso-error. */
export interface Failure {
  kind: string;
  message: string;
}

const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

export abstract class IsoElement<Answer extends { sheet: Sheet }> extends Base {
  static readonly observedAttributes = ATTRIBUTES;

  /** Where an element is with what it does. */
  state: State = 'waiting';
  /** Settles when what can be shown is. */
  ready: Promise<void>;

  /** What is drawn; the fallback is in the slot beside it. */
  protected readonly live = make('div', { part: 'live', hidden: true });
  protected wanted!: Wanted;
  protected site!: Place;
  private readonly frame = make('div', { class: 'frame', part: 'frame', lang: 'en' });
  private readonly slotted = make('div', { class: 'static' }, make('slot'));
  private readonly note = make('div', { class: 'note', part: 'note', role: 'status', hidden: true });
  private settled!: () => void;
  /** The load under way, or the last one. */
  private loading: Promise<void> | undefined;
  /** Count loads and drawings: only the newest of each goes on. */
  private turn = 0;
  private drawing = 0;
  private observer: IntersectionObserver | undefined;
  private whose: Whose = 'author';
  /** What a script chose before there was a choice. */
  private wish: Whose | undefined;
  private today: Figures | undefined;
  private past: Figures | undefined;
  /** Whether there is a choice: what the author wrote is not what today's data give. */
  private apart = false;
  /** What the figures are called that are not the author's. */
  private others = '';
  private said: string[] = [];
  /** Why the last that a script or a reader set was not taken. */
  private refused = '';

  constructor() {
    super();
    this.ready = new Promise((settle) => (this.settled = settle));
    const root = this.attachShadow({ mode: 'open' });
    root.append(this.frame);
    this.frame.append(this.note, this.slotted, this.live, make('div', { class: 'static' }, make('slot', { name: 'iso-below' })));
    try {
      root.adoptedStyleSheets = [style()];
    } catch {
      // An old browser: the words are the same, plainer.
    }
  }

  /** What the module is asked at first, and what draws its answer. */
  protected abstract answer(figures: Figures, ask: Ask): Promise<Answer>;
  protected abstract compare(answer: Answer): Comparison;
  protected abstract draw(answer: Answer, figures: Figures): void | Promise<void>;
  /** Forgets what a reader did. */
  protected abstract reset(): void;
  /** Takes back what was set since the last drawing; false where that is nothing. */
  protected abstract undo(): boolean;

  connectedCallback(): void {
    // Set before there was a script: on the element, not yet by its setters.
    for (const name of ['target', 'prices', 'figures'] as (keyof this)[]) {
      if (!Object.prototype.hasOwnProperty.call(this, name)) continue;
      const value = this[name];
      delete this[name];
      try {
        this[name] = value;
      } catch (e) {
        this.refuse(text(e));
      }
    }
    if (this.state !== 'waiting') return this.state === 'live' ? this.look() : undefined;
    part(this, false); // a copy of a live element has its fallback put away
    if (!('IntersectionObserver' in globalThis)) return this.start();
    this.observer ??= new IntersectionObserver(
      (seen) => {
        if (!seen.some((s) => s.isIntersecting)) return;
        this.observer?.disconnect();
        this.start();
      },
      { rootMargin: '200px' },
    );
    this.observer.observe(this);
  }

  disconnectedCallback(): void {
    this.observer?.disconnect();
  }

  attributeChangedCallback(_: string, old: string | null, value: string | null): void {
    if (this.state === 'waiting' || old === value) return;
    // What is set while it loads is for what is loaded.
    if (this.state !== 'loading') {
      this.reset();
      this.refused = '';
    }
    this.start();
  }

  /** Whose figures are on show; setting it is what the buttons do. */
  get figures(): Whose {
    return this.whose;
  }
  set figures(whose: Whose) {
    if (whose !== 'author' && whose !== 'today') throw new RangeError('figures: must be author or today');
    if (this.state === 'waiting' || this.state === 'loading') this.wish = whose;
    if (whose === this.whose || !this.apart || this.state === 'loading') return;
    this.whose = whose;
    this.redo();
  }

  /** The query that is answered now. */
  get ask(): Ask {
    return this.wanted ? this.asked() : {};
  }
  protected asked(): Ask {
    return this.wanted.ask;
  }

  /** The data on show, absent where that is only what the author wrote. */
  protected source(): Figures | undefined {
    return this.apart && this.whose === 'author' ? this.past : this.today;
  }

  /** Loads what is needed; attributes that change later start it again. */
  private start(): void {
    const turn = ++this.turn;
    this.drawing++;
    this.state = 'loading';
    // Attributes set one after another are one change.
    this.loading = Promise.resolve().then(async () => {
      if (turn !== this.turn) return;
      try {
        await this.load(turn);
      } catch (e) {
        if (turn === this.turn) this.fail(e);
      }
      if (turn === this.turn) this.settled();
    });
  }

  /** Waits for what is being loaded; throws where nothing is. */
  protected async loaded(): Promise<void> {
    for (let at; at !== this.loading; ) await (at = this.loading);
    if (this.state === 'waiting') throw new Error('nothing is computed before the element has come into view');
    if (this.state === 'failed') throw new Error(this.said[0]);
  }

  private async load(turn: number): Promise<void> {
    const wanted = read(this);
    const site = place(wanted.address);
    const entry = await site.find(wanted.ask).catch((e) => {
      if (!(e instanceof IsoError && e.kind === 'usage' && wanted.ask.workload)) throw e;
      const { workload: _, ...rest } = wanted.ask;
      return site.find(rest).then((found) => {
        wanted.notes.push(`workload: ${e.message}. The only other is used.`);
        wanted.ask = rest;
        return found;
      });
    });
    wanted.ask = { ...wanted.ask, model: entry.model, workload: entry.workload };
    const today = await site.today(entry);
    const moved = wanted.hash !== null && wanted.hash !== today.sha256;
    let gone: unknown;
    const past = moved
      ? await site.past(entry, wanted.hash!).catch((e) => {
          gone = e;
          return undefined;
        })
      : undefined;
    const first = past ?? today;
    let one: Answer | undefined;
    await mend(wanted, async (ask) => (one = await this.answer(first, { ...ask, targets: ask.targets?.slice(0, 1) })));
    if (one) limit(one.sheet, wanted.ask);
    const answer = await this.answer(first, wanted.ask);
    // What is in the tag may still be arriving.
    if (document.readyState === 'loading') await new Promise((done) => document.addEventListener('DOMContentLoaded', done, { once: true }));
    if (turn !== this.turn) return;

    Object.assign(this, { wanted, site, today, past, said: [...wanted.notes] });
    const comparison = this.compare(answer);
    const { follows, said, ...verdict } = judge(comparison, moved, gone);
    Object.assign(this, verdict);
    this.said.push(...said);
    // Values that do not follow from any data at hand stay as they are.
    if (!follows) this.past = undefined;
    if (this.apart && this.wish) this.whose = this.wish;
    this.wish = undefined;
    await this.show();
    if (turn !== this.turn) return;
    const detail: Ready = { state: this.state, ...comparison, moved, sha256: today.sha256 };
    this.dispatchEvent(new CustomEvent('iso-ready', { bubbles: true, composed: true, detail }));
  }

  /** Draws what is to be on show, or leaves what the author wrote. Tells whether nothing newer came between. */
  protected async show(): Promise<boolean> {
    const drawing = ++this.drawing;
    const figures = this.source();
    try {
      const answer = figures && (await this.answer(figures, this.asked()));
      if (drawing !== this.drawing) return false;
      if (answer) {
        this.look();
        await this.draw(answer, figures!);
      }
      this.state = figures ? 'live' : 'author';
    } catch (e) {
      if (drawing !== this.drawing) return false;
      if (e instanceof IsoError && e.kind === 'usage' && this.undo()) {
        this.refused = `${e.message}. What stood before is on show.`;
        return this.show();
      }
      if (!this.apart || this.whose === 'author') {
        this.fail(e);
        return true;
      }
      // Today's data may no longer hold what was asked for.
      this.whose = 'author';
      this.said.push(`Today’s figures could not be computed: ${text(e)}`);
      return this.show();
    }
    this.expose();
    return true;
  }

  /** Draws anew, and tells. */
  protected redo(): void {
    void this.show().then((newest) => newest && this.changed());
  }

  /** Draws anew what a reader or a script set, where anything is drawn. */
  protected refresh(): void {
    this.refused = '';
    if (this.state === 'live') this.redrawn();
  }
  private readonly redrawn = perFrame(() => this.state === 'live' && this.redo());

  /** Takes the colours of what is around. */
  private look(): void {
    const theme = this.wanted.theme;
    this.frame.classList.toggle('dark', theme === 'auto' ? onDark(this) : theme === 'dark');
    this.frame.style.setProperty('--i-under', ground(this));
  }

  /** What is seen: the drawing or what was written, and the note. */
  private expose(): void {
    const drawn = this.state === 'live';
    this.live.hidden = !drawn;
    this.slotted.hidden = !part(this, drawn);
    this.tell();
  }

  /** Writes the note. */
  private tell(): void {
    const at = (this.root().activeElement as HTMLElement | null)?.dataset.figures;
    const lines = this.refused ? [...this.said, this.refused] : this.said;
    this.note.replaceChildren(...lines.map((line) => make('p', {}, line)));
    if (this.apart) {
      const pick = (whose: Whose, label: string) => {
        const button = make('button', { type: 'button', part: 'button', 'aria-pressed': String(this.whose === whose), 'data-figures': whose }, label);
        button.addEventListener('click', () => (this.figures = whose));
        return button;
      };
      this.note.append(make('div', { class: 'choice' }, pick('author', 'The author’s figures'), pick('today', this.others)));
    }
    this.note.hidden = this.note.childElementCount === 0;
    if (at) this.note.querySelector<HTMLElement>(`[data-figures=${at}]`)?.focus();
  }

  /** Leaves what stands, and says why what was set is not taken. */
  protected refuse(why: string): void {
    this.refused = `${why}. What stood before is on show.`;
    this.tell();
  }

  protected root(): ShadowRoot {
    return this.shadowRoot!;
  }

  /** The fallback stays, and a note says why. */
  protected fail(e: unknown): void {
    this.state = 'failed';
    this.apart = false;
    const detail: Failure = { kind: e instanceof IsoError ? e.kind : 'internal', message: text(e) };
    this.said = [`${this.childElementCount ? 'These figures are as they were written; they could not be computed here' : 'Nothing could be computed here'}: ${detail.message}`];
    this.expose();
    this.dispatchEvent(new CustomEvent('iso-error', { bubbles: true, composed: true, detail }));
  }

  /** Tells that something else is on show. */
  protected changed(): void {
    const detail: Change = { figures: this.whose, ask: this.ask };
    this.dispatchEvent(new CustomEvent('iso-change', { bubbles: true, composed: true, detail }));
  }
}
