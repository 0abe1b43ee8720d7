// The Go module: fetching it, starting it, and calling its exports.

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** A failure worded for the reader: what could not be had, and what to do. */
export class LoadError extends Error {}

/** Fetches a file of the site. Errors say which file and why, in words. */
export async function fetchFile(url: string, what: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch {
    throw new LoadError(`${what} could not be fetched. Check the connection, then try again.`);
  }
  if (!response.ok) {
    const missing = response.status === 404 ? "is missing on the server" : `was refused by the server (HTTP ${response.status})`;
    throw new LoadError(`${what} ${missing}: ${url}. The site may have changed since this page was opened: reload it.`);
  }
  return response;
}

export async function fetchBytes(url: string, what: string): Promise<Uint8Array> {
  const response = await fetchFile(url, what);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch {
    throw new LoadError(`${what} broke off while it was fetched. Try again.`);
  }
}

/** Compiles while the file comes in; servers that send another type than
 * application/wasm get the slower way. */
async function instantiate(url: string, imports: WebAssembly.Imports): Promise<WebAssembly.Instance> {
  if (typeof WebAssembly !== "object") {
    throw new LoadError("This browser has no WebAssembly, which this page computes with.");
  }
  const response = await fetchFile(url, "The program");
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim();
  try {
    if (type === "application/wasm" && WebAssembly.instantiateStreaming) {
      return (await WebAssembly.instantiateStreaming(response, imports)).instance;
    }
    return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
  } catch (error) {
    throw new LoadError(`The program was fetched but does not start here: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Export = (...numbers: number[]) => number;

/** The running module. Its text exports return the address of a length in four
 * bytes and UTF-8 behind it, good until the next call. */
export class Module {
  private readonly decoder = new TextDecoder();

  private constructor(private readonly exports: WebAssembly.Exports) {}

  static async start(url: string, ended: () => void): Promise<Module> {
    const go = new Go();
    const instance = await instantiate(url, go.importObject);
    go.run(instance).then(ended, ended);
    return new Module(instance.exports);
  }

  text(name: string, ...numbers: number[]): string {
    const address = (this.exports[name] as Export)(...numbers) >>> 0;
    // Memory may have grown during the call: its buffer is never kept.
    const buffer = (this.exports.mem as WebAssembly.Memory).buffer;
    const length = new DataView(buffer).getUint32(address, true);
    return this.decoder.decode(new Uint8Array(buffer, address + 4, length));
  }
}
