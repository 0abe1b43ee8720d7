/** An iso.wasm in Node, spoken to in bytes. */

import { wasi } from '../../wasm/host/wasi';

export class Guest {
  private constructor(private readonly x: any) {}
  static async start(code: Uint8Array): Promise<Guest> {
    const module = await WebAssembly.compile(code as BufferSource);
    const shim = wasi(module);
    const { exports } = await WebAssembly.instantiate(module, shim.imports);
    shim.attach((exports as any).memory);
    (exports as any)._initialize?.();
    return new Guest(exports);
  }
  /** From the bytes of a message to the bytes of its reply. */
  send(call: string, message: Uint8Array): Uint8Array {
    const at = this.x.iso_alloc(message.length) >>> 0;
    new Uint8Array(this.x.memory.buffer, at, message.length).set(message);
    const reply = this.x[call](at, message.length) >>> 0;
    const n = new DataView(this.x.memory.buffer).getUint32(reply, true);
    const out = new Uint8Array(this.x.memory.buffer, reply + 4, n).slice();
    this.x.iso_free(at);
    return out;
  }
  pages(): number {
    return this.x.memory.buffer.byteLength / 65536;
  }
}
