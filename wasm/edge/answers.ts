// One Go instance per isolate, called synchronously. The library's own entry
// makes a new one for each request, which takes ten times as long.

import { startable, type Go } from "./start";

interface Binding {
  configure(prefix: string, index: string, program: string): void;
  give(name: string, file: Uint8Array): void;
  /** Answers from these made-up files until it is configured. */
  rehearse(): { index: Uint8Array; points: Uint8Array } | null;
  /** Resolved when it returns: Go does all its work before. */
  handleRequest(request: Request): Promise<Response>;
}

export interface Setting {
  /** The path of the API. */
  prefix: string;
  /** The name of the index among the packed files. */
  index: string;
  program: string;
}

/** The header by which Go asks for a file, in place of an answer. */
const missingHeader = "Isofront-Missing";

function failure(reason: string): Response {
  const body = JSON.stringify({ error: { kind: "internal", message: reason } }, null, 2) + "\n";
  return new Response(body, {
    status: 500,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" },
  });
}

const questions = [
  "?format=html",
  "table?format=json&targets=25,60&baseline=a/*&price=b%3D2",
  "table?format=csv&series=a*&series=b*&targets=25",
  "table?format=html",
  "frontier?format=json",
  "frontier?format=csv",
  "frontier?format=html",
  "table?model=none",
];

/** Asks a new instance about made-up points: the engine compiles a function when
 * it is first called, and the first reader should not wait for that. Nobody sees
 * these answers. */
function rehearse(binding: Binding): void {
  const files = binding.rehearse();
  if (!files) {
    return;
  }
  for (let round = 0; round < 2; round++) {
    for (const question of questions) {
      // Whichever file is missing is at hand, and what is not missing is passed over.
      for (const name of ["index", "points"] as const) {
        binding.give(name, files[name]);
        binding.handleRequest(new Request(`https://rehearsal.local/api/${question}`, { headers: { Accept: "*/*" } })).catch(() => undefined);
      }
    }
  }
}

export class Answers {
  private go: Go | undefined;
  private binding: Binding | undefined;
  private setting: Setting | undefined;

  /** Starts an instance at once. Where that fails, the first request tries
   * again, and says so. */
  constructor(private readonly module: WebAssembly.Module) {
    try {
      this.start();
    } catch (error) {
      console.error(error);
    }
  }

  /** Answers a request. read gets packed files, which Go asks for one by one
   * when they are first needed. */
  async to(request: Request, setting: Setting, read: (name: string) => Promise<Uint8Array | undefined>): Promise<Response> {
    let given: { name: string; file: Uint8Array } | undefined;
    try {
      // The index, the bundle, and the answer.
      for (let turn = 0; turn < 3; turn++) {
        const binding = this.started(setting);
        // No other request comes between these two.
        if (given) {
          binding.give(given.name, given.file);
        }
        const response = await binding.handleRequest(request);
        const name = response.headers.get(missingHeader);
        if (name === null) {
          return response;
        }
        const file = name === given?.name ? undefined : await read(name);
        if (!file) {
          return failure(`${name}: cannot be read`);
        }
        given = { name, file };
      }
      throw new Error(`${given?.name}: asked for again and again`);
    } catch (error) {
      // Whatever it was, the instance is not to be trusted any more.
      console.error(error);
      this.go = undefined;
      return failure("a fault in the program");
    }
  }

  private started(setting: Setting): Binding {
    if (!this.go || this.go.exited) {
      this.start();
    }
    const binding = this.binding!;
    if (this.setting !== setting) {
      binding.configure(setting.prefix, setting.index, setting.program);
      this.setting = setting;
    }
    return binding;
  }

  /** Go runs until it waits for requests, without a turn of the event loop. */
  private start(): void {
    this.go = this.setting = undefined;
    const go = startable();
    const binding = {} as Binding;
    let ready = false;
    const imports = { ...go.importObject, workers: { ready: () => void (ready = true) } };
    const done = go.run(new WebAssembly.Instance(this.module, imports), { binding });
    done.catch((error) => console.error(error));
    if (!ready) {
      throw new Error("isofront.wasm did not start");
    }
    this.go = go;
    this.binding = binding;
    rehearse(binding);
  }
}
