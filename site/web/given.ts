// What dropped result files do not say of themselves: an isofront.json that came with
// them says it, or the reader does, in a form.

import { zip } from "./zip";

const sidecar = "isofront.json";
/** What is read whole, as wasm/ingest has it. */
const most = 256 << 20;

/** Of each field that may lack: its label, an example, and what it is unless the reader says otherwise. */
const fields: Record<string, [label: string, example: string, usual?: string]> = {
  model: ["Model", "DeepSeek-V4-Pro"],
  workload: ["Workload, tokens in/out", "8192/1024"],
  hardware: ["Hardware", "b200"],
  gpus: ["GPUs in all", "8"],
  framework: ["Framework", "vllm"],
  precision: ["Precision", "fp8"],
  spec_decoding: ["Speculative decoding", "none or mtp", "none"],
  concurrency: ["Concurrency", "64"],
};

const several = (files: File[]): string => files[0]!.name + (files.length > 1 ? ` and ${files.length - 1} more` : "");

/** Files that came with an isofront.json, as one archive, in which it is read beside them; others as they are. */
export async function together(list: File[]): Promise<File[]> {
  const rest = list.filter((file) => file.name !== sidecar);
  if (rest.length === list.length || rest.length === 0 || list.reduce((sum, file) => sum + file.size, 0) > most) return list;
  return [await zip(several(rest), list)];
}

/** Asks for what files lack; take gets them with the answer, and the form for another. */
export function form(files: File[], lacks: string[], take: (list: File[], again: HTMLElement) => Promise<void>): HTMLElement {
  const out = document.createElement("form");
  out.id = "given";
  const say = document.createElement("p");
  say.textContent = `${several(files)}: a benchmark client does not know what served it. Say it here, and the points lie over Explore as unofficial.`;
  const grid = document.createElement("div");
  grid.className = "small-fields";
  for (const key of lacks) {
    const [label, example, usual] = fields[key] ?? [key, ""];
    const box = document.createElement("div");
    const name = document.createElement("label");
    const input = document.createElement("input");
    box.className = "field";
    name.htmlFor = input.id = `given-${key}`;
    name.textContent = label;
    input.type = "text";
    input.name = key;
    input.required = true;
    input.maxLength = 120;
    input.autocomplete = "off";
    input.spellcheck = false;
    input.placeholder = `such as ${example}`;
    input.value = usual ?? "";
    box.append(name, input);
    grid.append(box);
  }
  const draw = document.createElement("button");
  draw.textContent = "Lay over Explore";
  out.append(say, grid, draw);
  out.addEventListener("submit", (event) => {
    event.preventDefault();
    const said = Object.fromEntries([...new FormData(out)].map(([key, value]) => [key, String(value).trim()]));
    void take([...files, new File([JSON.stringify(said)], sidecar)], out);
  });
  return out;
}
