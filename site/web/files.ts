// Files that a reader drops or chooses, on any view: progress, cancel, and where
// what was read goes. Nothing is sent anywhere.

import type { Run } from "./report";
import type { Views } from "./views-loader";
import type { Bundle, Entrances } from "./wire";

/** wasm/ingest/reply.go. */
export interface Reply {
  kind: "requests" | "points" | "packed" | "refused";
  file: string;
  format: string;
  problem: string;
  runs: Run[] | null;
  bundles: Bundle[] | null;
  points: number;
  point_notes: string[] | null;
  kept: number;
  refused: number;
  notes: string[] | null;
  lacks: string[] | null;
  laid: string;
  faults: { field: string; text: string }[] | null;
}

export class Files {
  private views: Views | null = null;
  private readonly box = document.createElement("div");
  private readonly veil = document.createElement("div");
  private busy = false;
  private turn = 0; // of lists that were begun or called off
  private calledOff = false;
  private reported = false; // a file of those that are being read
  private lacking: File[] = []; // of those, what could be drawn if the reader said what they lack
  private lacks = new Set<string>();

  constructor(
    private readonly go: () => Entrances | null,
    private readonly load: () => Promise<Views>,
    private readonly say: (message: string) => void,
    /** Takes files that the view on show reads itself. */
    private readonly elsewhere: (list: File[]) => boolean,
  ) {
    this.box.className = "reading";
    this.box.hidden = true;
    this.box.setAttribute("role", "status");
    this.veil.className = "veil";
    this.veil.hidden = true;
    this.veil.textContent = "Drop: the file is read here and goes nowhere";
    document.body.append(this.box, this.veil);
    this.listen();
  }

  private listen(): void {
    const files = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    let depth = 0;
    document.addEventListener("dragenter", (event) => {
      if (!files(event)) return;
      event.preventDefault();
      depth++;
      this.veil.hidden = false;
    });
    document.addEventListener("dragleave", (event) => {
      if (files(event) && --depth <= 0) this.veil.hidden = true;
    });
    document.addEventListener("dragover", (event) => {
      if (!files(event)) return;
      event.preventDefault();
      event.dataTransfer!.dropEffect = "copy";
    });
    document.addEventListener("drop", (event) => {
      if (!files(event)) return;
      event.preventDefault();
      depth = 0;
      this.veil.hidden = true;
      void this.take([...event.dataTransfer!.files]);
    });
    document.addEventListener("change", (event) => {
      const field = event.target as HTMLInputElement;
      if (field.type !== "file") return;
      const chosen = [...(field.files ?? [])];
      field.value = ""; // so that the same file may be chosen again
      void this.take(chosen);
    });
    document.addEventListener("click", (event) => {
      const action = (event.target as Element).closest?.<HTMLElement>("[data-action]")?.dataset.action;
      if (action === "cancel-reading") {
        this.calledOff = true;
        if (this.views) this.views.importers.cancel();
        else this.callOff(); // what reads files is still on its way
      }
      if (action === "dismiss-reading") this.box.hidden = true;
    });
  }

  /** Reads files one after another. */
  async take(list: File[], form?: HTMLElement): Promise<void> {
    if (list.length === 0 || this.elsewhere(list)) return;
    if (this.busy) {
      this.say("One file is being read: wait for it, or cancel it first");
      return;
    }
    this.busy = true;
    this.calledOff = this.reported = false;
    this.lacking = [];
    this.lacks.clear();
    const problems: string[] = [];
    this.progress(list[0]!);
    const turn = ++this.turn;
    let views: Views;
    try {
      views = await this.load();
    } catch (error) {
      if (turn !== this.turn) return;
      this.busy = false;
      this.finish([`${list[0]!.name} was not read. ${(error as Error).message}`]);
      return;
    }
    if (turn !== this.turn) return;
    this.views = views;
    list = await views.given.together(list).catch(() => list); // what cannot be read is said below
    const summaryOf = await this.pair(list, this.views);
    const again = new Set<File>();
    for (const file of list) {
      if (this.calledOff) break;
      if ([...summaryOf.values()].includes(file)) continue; // read with its requests
      try {
        if (!(await this.one(this.views, file, summaryOf.get(file), problems, list.length > 1 && !again.has(file)))) continue;
        // Which of its points have their requests is known when all were read.
        again.add(file);
        list.push(file);
      } catch (error) {
        if ((error as Error).name === "CalledOff") this.calledOff = true;
        else problems.push(`${file.name} could not be read: ${error instanceof Error ? error.message : String(error)}.`);
      }
    }
    this.busy = false;
    if (this.calledOff) this.say("Reading was cancelled");
    if (this.lacking.length) form = views.given.form(this.lacking, [...this.lacks], (files, again) => this.take(files, again));
    else if (!problems.length) form = undefined; // else what it was told was wrong
    this.finish(problems, form);
  }

  private callOff(): void {
    this.turn++;
    this.busy = false;
    this.say("Reading was cancelled");
    this.finish([]);
  }

  /** Opens a file of the site's own as if it had been dropped. */
  async fetch(name: string, get: () => Promise<Uint8Array>): Promise<void> {
    let bytes: Uint8Array;
    try {
      bytes = await get();
    } catch (error) {
      this.finish([(error as Error).message]);
      return;
    }
    await this.take([new File([bytes as BlobPart], name)]);
  }

  /** Finds the tools' own summaries among files that came together. */
  private async pair(list: File[], { importers }: Views): Promise<Map<File, File>> {
    const out = new Map<File, File>();
    if (list.length < 2) return out;
    try {
      (await importers.summaries(list)).forEach((at, i) => {
        if (at >= 0) out.set(list[i]!, list[at]!);
      });
    } catch {
      // What is wrong is said of the first file that is read.
    }
    return out;
  }

  /** Whether the file is to be read again after the others. */
  private async one({ importers, report }: Views, file: File, summary: File | undefined, problems: string[], others: boolean): Promise<boolean> {
    const bar = this.progress(file);
    const reply = await importers.read(file, summary, this.reported, bar);
    switch (reply.kind) {
      case "requests":
        if (reply.bundles?.length) this.lay(reply, reply.points, reply.point_notes);
        problems.push(...(reply.notes ?? []));
        report.show(reply.runs ?? [], this.reported);
        this.reported = true;
        this.go()?.view("requests");
        break;
      case "points":
      case "packed":
        if (others && reply.kind === "packed") return true;
        this.lay(reply, reply.kept, reply.notes);
        break;
      default:
        if (reply.lacks?.length && !/zip/.test(file.type)) {
          this.lacking.push(file);
          reply.lacks.forEach((key) => this.lacks.add(key));
          break;
        }
        problems.push(`${reply.file} ${reply.format ? `looks like ${reply.format}, but cannot be used: ` : ""}${reply.problem}.`, ...(reply.notes ?? []));
    }
    document.documentElement.dataset.importers = importers.place;
    return false;
  }

  private lay(reply: Reply, kept: number, notes: string[] | null): void {
    this.go()?.overlay(reply.file, reply.file, kept, reply.refused, (notes ?? []).join("\n"), reply.bundles ?? []);
  }

  /** Shows the box and returns what moves its bar. */
  private progress(file: File): (read: number) => void {
    const name = document.createElement("p");
    const bar = document.createElement("progress");
    const count = document.createElement("small");
    const cancel = document.createElement("button");
    name.textContent = `Reading ${file.name}…`;
    bar.max = Math.max(file.size, 1);
    bar.setAttribute("aria-label", `Reading ${file.name}`);
    cancel.type = "button";
    cancel.className = "quiet";
    cancel.dataset.action = "cancel-reading";
    cancel.textContent = "Cancel";
    this.box.replaceChildren(name, bar, count, cancel);
    this.box.className = "reading";
    this.box.hidden = false;
    return (read) => {
      bar.value = read;
      count.textContent = read < file.size ? `${size(read)} of ${size(file.size)}` : `${size(file.size)} read, forming the figures`;
    };
  }

  private finish(problems: string[], form?: HTMLElement): void {
    if (problems.length === 0 && !form) {
      this.box.hidden = true;
      return;
    }
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet";
    close.dataset.action = "dismiss-reading";
    close.textContent = "Dismiss";
    const lines = problems.map((text) => {
      const line = document.createElement("p");
      line.textContent = text;
      return line;
    });
    this.box.className = "reading failed";
    this.box.replaceChildren(...lines, form ?? "", close);
    this.box.hidden = false;
    form?.querySelector("input")!.focus();
  }
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
