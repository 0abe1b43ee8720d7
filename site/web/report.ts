// The report on dropped requests, whose text ingest.wasm writes and escapes, and
// what a reader asks of it: goodput, files to save, how long an agent loop waits.

import type { Reply } from "./files";
import type { Importers } from "./ingest";
import { readSpeed } from "./speed";
import type { Entrances } from "./wire";

/** wasm/ingest/reply.go. */
export interface Run {
  title: string;
  html: string;
  report: { file: string };
  ttft_s: number | null;
  itl_s: number | null;
  output: number | null;
}

export class Report {
  private runs: Run[] = [];
  private run = 0;
  private asked = 0;
  /** What was said of the last run that was laid over: most holds for the next. */
  private readonly said = new Map<string, string>();

  constructor(
    private readonly importers: Importers,
    private readonly go: () => Entrances | null,
  ) {
    document.addEventListener("input", (event) => {
      const field = event.target as HTMLInputElement;
      if (field.dataset.loop !== undefined) this.loop();
      if (field.dataset.slo !== undefined) void this.goodput();
    });
    document.addEventListener("change", (event) => {
      const field = event.target as HTMLSelectElement;
      if (field.id === "run-pick") this.draw(Number(field.value));
    });
    document.addEventListener("submit", (event) => {
      if ((event.target as Element).id === "lay") void this.lay();
    });
    document.addEventListener("click", (event) => {
      const button = (event.target as Element).closest?.<HTMLElement>("[data-action=save-run]");
      if (button) void this.save(button.dataset.format as "json" | "csv");
    });
    const field = (id: string, label: string) =>
      `<div class="field"><label for="loop-${id}">${label}</label><input id="loop-${id}" data-loop aria-describedby="loop-wait" type="text" inputmode="decimal" autocomplete="off" maxlength="20"></div>`;
    // The script's own, since a render would empty the fields.
    document.getElementById("loop-box")!.innerHTML =
      `<div class="small-fields">${field("steps", "Steps")}${field("output", "Output tokens in each")}${field("ttft", "TTFT, s")}${field("itl", "ITL, ms/token")}</div>` +
      `<p class="loop-answer"><output id="loop-wait" for="loop-steps loop-output loop-ttft loop-itl"></output></p><p class="help" id="loop-from"></p>`;
    // 3,000 tokens at 30 ms: what an agent's step may take today.
    this.fill({ steps: 1, output: 3000, ttft: null, itl: 30 });
    this.loop();
  }

  /** Shows a file's runs, in place of those before or behind them. */
  show(runs: Run[], join: boolean): void {
    this.runs = join ? [...this.runs, ...runs] : runs;
    this.draw(0);
    const run = this.runs[0];
    if (!run || run.itl_s === null) return;
    this.fill({ output: run.output ?? 1000, ttft: run.ttft_s, itl: 1000 * run.itl_s });
    const from = document.getElementById("loop-from");
    if (from) from.textContent = `Output tokens, TTFT and ITL are the medians of ${run.report.file}; change them as you like.`;
    this.loop();
  }

  private fill(values: Record<string, number | null>): void {
    for (const [name, value] of Object.entries(values)) {
      const field = document.getElementById(`loop-${name}`) as HTMLInputElement | null;
      if (field) field.value = value === null ? "" : String(Number(value.toPrecision(4)));
    }
  }

  private draw(at: number): void {
    const box = document.getElementById("run-report");
    const run = this.runs[at];
    if (!box || !run) return;
    this.run = at;
    document.documentElement.dataset.run = "";
    box.innerHTML = run.html;
    if (this.runs.length > 1) box.prepend(this.picker(at));
    const models = document.querySelectorAll<HTMLOptionElement>("#model option");
    document.getElementById("lay-model-list")?.append(...Array.from(models, (o) => new Option(o.value)));
    for (const field of this.fields()) {
      const value = this.said.get(field.name);
      if (!value || field.name === "concurrency") continue;
      if (field.type === "text") field.value ||= value;
      else field.checked = true;
    }
  }

  /** The fields of what the file does not say. */
  private fields(): HTMLInputElement[] {
    return [...document.querySelectorAll<HTMLInputElement>("#lay input:not([readonly], :disabled)")];
  }

  /** Lays the run on show over Explore, or says beside the fields why not. */
  private async lay(): Promise<void> {
    const fields = this.fields();
    let reply: Partial<Reply>;
    for (const field of fields) this.said.set(field.name, field.type === "text" ? field.value.trim() : field.checked ? "true" : "");
    try {
      const lines = fields.filter(({ name }) => this.said.get(name)).map(({ name }) => `${name}=${this.said.get(name)}`);
      reply = await this.importers.point(this.run, lines.join("\n"));
    } catch (error) {
      reply = { problem: (error as Error).message };
    }
    document.getElementById("lay-problem")!.textContent = reply.problem ?? "";
    for (const field of fields) {
      const fault = reply.faults?.find((f) => f.field === field.name)?.text ?? "";
      const note = document.getElementById(`${field.id}-note`);
      if (note) note.textContent = fault;
      field.setAttribute("aria-invalid", String(fault !== ""));
    }
    fields.find((field) => field.getAttribute("aria-invalid") === "true")?.focus();
    if (reply.kind === "points") this.go()?.overlay(reply.file!, reply.laid!, 1, 0, reply.notes!.join("\n"), reply.bundles!);
  }

  private picker(at: number): HTMLElement {
    const field = document.createElement("div");
    field.className = "card field";
    const label = document.createElement("label");
    label.htmlFor = "run-pick";
    const files = new Set(this.runs.map((run) => run.report.file)).size;
    label.textContent = files > 1 ? `${this.runs.length} runs of ${files} files` : `This file holds ${this.runs.length} runs`;
    const pick = document.createElement("select");
    pick.id = "run-pick";
    this.runs.forEach((run, i) => pick.add(new Option(files > 1 && !run.title.includes(run.report.file) ? `${run.report.file}: ${run.title}` : run.title, String(i), i === at, i === at)));
    field.append(label, pick);
    return field;
  }

  private async goodput(): Promise<void> {
    const out = document.getElementById("goodput")!;
    const turn = ++this.asked;
    const values: number[] = [];
    for (const name of ["ttft", "itl"]) {
      const field = document.querySelector<HTMLInputElement>(`[data-slo=${name}]`)!;
      const read = field.value.trim() === "" ? { value: NaN } : readSpeed(field.value);
      field.setAttribute("aria-invalid", String("fault" in read));
      out.className = "fault" in read ? "note" : "";
      if ("fault" in read) {
        out.textContent = "An objective is a number above 0, such as 0.5.";
        return;
      }
      values.push(read.value);
    }
    try {
      const text = await this.importers.goodput(this.run, values[0]!, values[1]! / 1000);
      if (turn === this.asked) out.textContent = text || "Type one or both: how many of the requests sent succeed and meet them.";
    } catch (error) {
      out.textContent = (error as Error).message;
    }
  }

  /** As JSON it is what the command line writes, as CSV a row per figure. */
  private async save(format: "json" | "csv"): Promise<void> {
    const { report } = this.runs[this.run]!;
    const text = format === "csv" ? await this.importers.csv(this.run) : `${JSON.stringify(report, null, 2)}\n`;
    const link = document.createElement("a");
    const url = URL.createObjectURL(new Blob([text], { type: format === "json" ? "application/json" : "text/csv" }));
    link.href = url;
    link.download = `${report.file.replace(/\.[a-z]+$/i, "")}.isofront.${format}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  private loop(): void {
    const value = (id: string) => (document.getElementById(id) as HTMLInputElement | null)?.value ?? "";
    const out = document.getElementById("loop-wait");
    const go = this.go();
    if (!out || !go) return;
    const [fault, text] = go.loop(value("loop-steps"), value("loop-output"), value("loop-ttft"), value("loop-itl")).split("\x1f");
    out.textContent = text!;
    out.className = fault ? "note" : "";
    for (const field of document.querySelectorAll("[data-loop]")) field.setAttribute("aria-invalid", String(field.id === `loop-${fault}`));
  }
}
