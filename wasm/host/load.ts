/** Getting from whatever a page has to a compiled module, with plain words when it cannot be. */

import { IsoError } from './error';

/** Where iso.wasm comes from. Give bytes on a page opened from disk, where nothing can be fetched. */
export type Source = URL | string | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Compiles the module, while it streams in where that is possible. */
export async function compile(from: Source | Promise<Source>): Promise<WebAssembly.Module> {
  const source = await from;
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return compileBytes(source, 'the given bytes');
  if (typeof Response !== 'undefined' && source instanceof Response) return compileResponse(source);
  return compileResponse(await get(String(source)));
}

async function get(url: string): Promise<Response> {
  try {
    return await fetch(url);
  } catch (e) {
    throw new IsoError('load', `${url}: ${onDisk(url) ? 'a file on disk cannot be fetched: give its bytes' : `cannot be fetched: ${text(e)}`}`);
  }
}

/** Whether an address, perhaps relative to a page opened from disk, is a file. */
function onDisk(url: string): boolean {
  try {
    return new URL(url, globalThis.location?.href).protocol === 'file:';
  } catch {
    return false;
  }
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  const name = response.url || 'the response';
  if (!response.ok) throw new IsoError('load', `${name}: ${response.status} ${response.statusText}`.trim());
  // Streaming wants exactly this type, without parameters; a host that sends
  // another costs the overlap of download and compile, not the module.
  if (response.headers.get('content-type') === 'application/wasm' && WebAssembly.compileStreaming) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (e) {
      throw new IsoError('load', `${name}: ${text(e)}`);
    }
  }
  return compileBytes(await response.arrayBuffer(), name);
}

async function compileBytes(bytes: ArrayBuffer | ArrayBufferView, name: string): Promise<WebAssembly.Module> {
  const head = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, Math.min(4, bytes.byteLength))
    : new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (String.fromCharCode(...head) !== '\0asm') {
    const page = head[0] === 0x3c || head[0] === 0x0a; // "<", or a blank line before it
    throw new IsoError('load', `${name}: not WebAssembly${page ? ' but, it seems, a web page' : ''}`);
  }
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (e) {
    throw new IsoError('load', `${name}: ${text(e)}`);
  }
}

/** What an unknown thrown value says. */
export function text(e: unknown): string {
  return e instanceof Error ? e.message : String(e);
}
