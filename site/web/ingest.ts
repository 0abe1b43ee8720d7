// The importers, loaded with the first file: in a Worker, or on this page where
// it may not start one.

import { decode } from "../../wasm/host/msgpack";
import type { Reply } from "./files";
import { fetchFile } from "./module";
import type { Answer, Ask, Ingest } from "../../wasm/host/ingest";

/** Thrown when the reader called a reading off. */
class CalledOff extends Error {
  override readonly name = "CalledOff";
}

type Wish = Ask extends infer A ? (A extends { id: number } ? Omit<A, "id"> : never) : never;

/** The importers of a page that can fetch nothing, such as one opened from disk. */
export interface Inline {
  /** The text of their script, for a Worker. */
  script: string;
  /** Their module; asked for anew for each instance. */
  wasm(): Promise<Uint8Array>;
}

interface Waiting {
  progress?: (read: number) => void;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export class Importers {
  private worker: Worker | null = null;
  private here: Ingest | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private loading: Promise<void> | null = null;
  private reading = 0;

  /** Takes the addresses of the script and the module, or both themselves. */
  constructor(
    private readonly script: string,
    private readonly wasm: string,
    private readonly inline?: Inline,
  ) {}

  /** Where the files are read: for tests and for whoever wonders. */
  get place(): string {
    return this.worker ? "worker" : this.here ? "page" : "";
  }

  /** Finds the tools' own summaries among files that came together: for each
   * file, where its summary is, or -1. */
  async summaries(files: File[]): Promise<number[]> {
    await (this.loading ??= this.load());
    return (await this.ask({ do: "summaries", files })) as number[];
  }

  async read(file: File, summary: File | undefined, join: boolean, progress: (read: number) => void): Promise<Reply> {
    await (this.loading ??= this.load());
    return decode((await this.ask({ do: "read", file, summary, join }, progress)) as Uint8Array) as Reply;
  }

  async goodput(run: number, ttft: number, itl: number): Promise<string> {
    return (await this.ask({ do: "goodput", run, ttft, itl })) as string;
  }

  async point(run: number, settings: string): Promise<Reply> {
    return decode((await this.ask({ do: "point", run, settings })) as Uint8Array) as Reply;
  }

  async csv(run: number): Promise<string> {
    return (await this.ask({ do: "csv", run })) as string;
  }

  /** Calls off what is being read. A Worker that is busy is ended: the next
   * file starts another. */
  cancel(): void {
    if (!this.reading) return;
    const id = this.reading;
    if (this.here) this.here.cancel();
    else void this.ask({ do: "cancel" }).catch(() => undefined);
    window.setTimeout(() => {
      if (this.waiting.has(id)) this.end(new CalledOff());
    }, 300);
  }

  private async load(): Promise<void> {
    if (!this.inline && !(this.script && this.wasm)) throw new Error("this site was built without importers");
    const module = async () => this.inline ? await this.inline.wasm() : new URL(this.wasm, document.baseURI).href;
    try {
      this.worker = await this.start();
      // WebKit keeps the files of a page from disk from its Workers.
      if (this.inline && !(await this.ask({ do: "probe", file: new File(["x"], "x") }))) throw new NoWorker();
      await this.ask({ do: "load", from: await module() });
      return;
    } catch (error) {
      if (!(error instanceof NoWorker)) {
        this.end(error as Error);
        throw error;
      }
      this.worker?.terminate();
      this.worker = null;
    }
    try {
      const Here = await this.global();
      this.here = await Here.load(await module());
      this.loading = Promise.resolve();
    } catch (error) {
      this.loading = null;
      throw error;
    }
  }

  private async start(): Promise<Worker> {
    let url: string;
    if (this.inline) {
      url = URL.createObjectURL(new Blob([this.inline.script], { type: "text/javascript" }));
    } else {
      url = new URL(this.script, document.baseURI).href;
      await fetchFile(url, "The importers");
    }
    let worker: Worker;
    try {
      worker = new Worker(url);
    } catch {
      throw new NoWorker();
    }
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(this.last > 1 ? new Error("the importers stopped") : new NoWorker());
    };
    return worker;
  }

  /** The same script, run by the page, leaves its class. A page that holds the
   * script itself has run it. */
  private async global(): Promise<typeof Ingest> {
    const scope = window as unknown as { isofrontIngest?: typeof Ingest };
    if (!scope.isofrontIngest) {
      if (this.inline) throw new Error("this page may not run the importers");
      await new Promise<void>((resolve, reject) => {
        const script = document.createElement("script");
        script.src = new URL(this.script, document.baseURI).href;
        script.onload = () => resolve();
        script.onerror = () => reject(new Error("the importers could not be loaded"));
        document.head.append(script);
      });
    }
    return scope.isofrontIngest!;
  }

  private ask(wish: Wish, progress?: (read: number) => void): Promise<unknown> {
    if (this.here) return this.askHere(this.here, wish, progress);
    const worker = this.worker;
    if (!worker) return Promise.reject(new Error("the importers are gone: drop the file again"));
    const id = ++this.last;
    if (wish.do === "read") this.reading = id;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { progress, resolve, reject });
      worker.postMessage({ ...wish, id });
    });
  }

  private async askHere(here: Ingest, wish: Wish, progress?: (read: number) => void): Promise<unknown> {
    switch (wish.do) {
      case "read":
        this.reading = ++this.last;
        try {
          return await here.read(wish.file, wish.summary, wish.join, (read) => progress?.(read));
        } catch (error) {
          const { message } = error as Error;
          if (message === "cancelled") throw new CalledOff();
          if (message.startsWith("the importer stopped")) this.end(error as Error);
          throw error;
        } finally {
          this.reading = 0;
        }
      case "summaries":
        return here.summaries(wish.files);
      case "goodput":
        return here.goodput(wish.run, wish.ttft, wish.itl);
      case "point":
        return here.point(wish.run, wish.settings);
      case "csv":
        return here.csv(wish.run);
      default:
        return undefined;
    }
  }

  private answered(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if (answer.read !== undefined) {
      waiting.progress?.(answer.read);
      return;
    }
    this.waiting.delete(answer.id);
    if (answer.id === this.reading) this.reading = 0;
    if (answer.failed === undefined) waiting.resolve(answer.value);
    else waiting.reject(answer.cancelled ? new CalledOff() : new Error(answer.failed));
    if (answer.broken) this.end(new Error("the importers stopped"));
  }

  /** Gives up on the instance; the next file loads another. */
  private end(why: Error): void {
    this.worker?.terminate();
    this.worker = this.here = null;
    this.loading = null;
    this.reading = 0;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const w of all) w.reject(why);
  }
}

/** This page may not start a Worker. */
class NoWorker extends Error {}
