/**
 * What both elements are: a fallback that stays until something true can take its
 * place, the loading when it comes into view, and the choice between the
 * author's figures and today's.
 */

import { IsoError } from '../host/error';
import type { Ask } from '../host/iso';
import { text } from '../host/load';
import { ATTRIBUTES, mend, read, type Wanted } from './attributes';
import { make } from './dom';
import { place, type Figures, type Place } from './place';
import { ground, onDark, style } from './style';

/** Whose figures are on show. */
export type Whose = 'author' | 'today';

/**
 * `waiting`: not yet in view; `loading`; `live`: what is on show was computed
 * here; `author`: what the author wrote is on show, since something else was
 * computed; `failed`: what the author wrote is on show, since nothing could be.
 */
export type State = 'waiting' | 'loading' | 'live' | 'author' | 'failed';

/** Of the event iso-ready. */
export interface Ready {
  state: State;
  /** How many of the fallback's values were compared, and how many were other. */
  compared: number;
  differ: number;
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

/** How the fallback's values compare with those computed. */
export interface Comparison {
  compared: number;
  differ: number;
}

/** Values are the same when 12 digits are, but for the last: programs differ there. */
export function same(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-11 * Math.abs(b));
}

const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

export abstract class IsoElement<Answer> extends Base {
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
  private turn = 0;
  private observer: IntersectionObserver | undefined;
  private whose: Whose = 'author';
  private today: Figures | undefined;
  private past: Figures | undefined;
  /** Whether there is a choice: what the author wrote is not what today's data give. */
  private apart = false;
  private said: string[] = [];

  constructor() {
    super();
    this.ready = new Promise((settle) => (this.settled = settle));
    const root = this.attachShadow({ mode: 'open' });
    root.append(this.frame);
    this.frame.append(this.note, this.slotted, this.live);
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

  connectedCallback(): void {
    if (!('IntersectionObserver' in globalThis)) return void this.start();
    this.observer ??= new IntersectionObserver(
      (seen) => {
        if (!seen.some((s) => s.isIntersecting)) return;
        this.observer?.disconnect();
        this.start();
      },
      { rootMargin: '200px' },
    );
    if (this.state === 'waiting') this.observer.observe(this);
  }

  disconnectedCallback(): void {
    this.observer?.disconnect();
  }

  attributeChangedCallback(_: string, old: string | null, value: string | null): void {
    if (this.state !== 'waiting' && old !== value) this.start();
  }

  /** Whose figures are on show; setting it is what the buttons do. */
  get figures(): Whose {
    return this.whose;
  }
  set figures(whose: Whose) {
    if (whose === this.whose || !this.apart) return;
    this.whose = whose;
    void this.show().then(() => this.changed());
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
    this.state = 'loading';
    // Attributes set one after another are one change.
    void Promise.resolve().then(async () => {
      if (turn !== this.turn) return;
      try {
        await this.load(turn);
      } catch (e) {
        if (turn === this.turn) this.fail(e);
      }
      if (turn === this.turn) this.settled();
    });
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
    let why = '';
    const past = moved
      ? await site.past(entry, wanted.hash!).catch((e) => {
          why = text(e);
          return undefined;
        })
      : undefined;
    const first = past ?? today;
    await mend(wanted, (ask) => first.iso.query({ ...ask, verb: 'sheet' }));
    const answer = await this.answer(first, wanted.ask);
    if (turn !== this.turn) return;

    Object.assign(this, { wanted, site, today, past, said: [...wanted.notes] });
    this.reset();
    const { compared, differ } = this.compare(answer);
    this.whose = 'author';
    this.apart = moved || (compared > 0 && differ > 0);
    const written = compared > 0;
    if (moved && past) {
      this.said.push(
        differ
          ? `The data have moved on since this was written, and ${differ} of ${compared} values are not what the data of that day give here.`
          : 'The data have moved on since this was written. The author’s figures, computed from the data of that day, are on show.',
      );
    } else if (moved) {
      this.said.push(
        written
          ? 'The data have moved on since this was written, and those of that day are no longer there. The author’s figures are on show as they were written.'
          : `The data have moved on since this was written, and those of that day are no longer there (${why}). Today’s figures are on show.`,
      );
      if (!written) this.whose = 'today';
    } else if (differ) {
      this.said.push(`${differ} of ${compared} values are not what this page computes from the same data. The figures are on show as they were written.`);
    }
    // Values that do not follow from any data at hand stay as they are.
    if (differ) this.past = undefined;
    await this.show();
    const detail: Ready = { state: this.state, compared, differ, moved, sha256: today.sha256 };
    this.dispatchEvent(new CustomEvent('iso-ready', { bubbles: true, composed: true, detail }));
  }

  /** Draws what is to be on show, or leaves what the author wrote. */
  protected async show(): Promise<void> {
    const figures = this.source();
    try {
      if (figures) {
        this.frame.classList.toggle('dark', this.dark());
        this.frame.style.setProperty('--i-under', ground(this));
        await this.draw(await this.answer(figures, this.asked()), figures);
      }
      this.state = figures ? 'live' : 'author';
    } catch (e) {
      if (!this.apart || this.whose === 'author') return this.fail(e);
      // Today's data may no longer hold what was asked for.
      this.whose = 'author';
      this.said.push(`Today’s figures could not be computed: ${text(e)}`);
      return this.show();
    }
    this.expose();
  }

  private dark(): boolean {
    return this.wanted.theme === 'auto' ? onDark(this) : this.wanted.theme === 'dark';
  }

  /** What is seen: the drawing or the slot, and the note. */
  private expose(): void {
    const drawn = this.state === 'live';
    this.live.hidden = !drawn;
    this.slotted.hidden = drawn;
    const at = (this.root().activeElement as HTMLElement | null)?.dataset.figures;
    this.note.replaceChildren(...this.said.map((line) => make('p', {}, line)));
    if (this.apart) {
      const pick = (whose: Whose, label: string) => {
        const button = make('button', { type: 'button', part: 'button', 'aria-pressed': String(this.whose === whose), 'data-figures': whose }, label);
        button.addEventListener('click', () => (this.figures = whose));
        return button;
      };
      this.note.append(make('div', { class: 'choice' }, pick('author', 'The author’s figures'), pick('today', 'Today’s')));
    }
    this.note.hidden = this.note.childElementCount === 0;
    if (at) this.note.querySelector<HTMLElement>(`[data-figures=${at}]`)?.focus();
  }

  protected root(): ShadowRoot {
    return this.shadowRoot!;
  }

  /** The fallback stays, and a note says why. */
  private fail(e: unknown): void {
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
