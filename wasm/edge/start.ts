// A Go program that may start before there is a request, where Workers have
// neither timers nor random numbers, and time stands at zero.

/** From wasm_exec.js. context is what Go sees as the global of that name. */
export interface Go {
  importObject: Record<string, Record<string, (sp: number) => void>>;
  mem: DataView;
  exited: boolean;
  run(instance: WebAssembly.Instance, context: object): Promise<void>;
}

declare const Go: new () => Go;

export function startable(): Go {
  const go = new Go();
  const gojs = go.importObject["gojs"]!;

  // Nothing in the program waits for time to pass. The runtime wakes for its own
  // tidying, which is done with the next request as well. The id goes back.
  gojs["runtime.scheduleTimeoutEvent"] = (sp) => go.mem.setInt32((sp >>> 0) + 16, 0, true);
  gojs["runtime.clearTimeoutEvent"] = () => undefined;

  // Go takes zero for a broken clock.
  let now = 0n;
  gojs["runtime.nanotime1"] = (sp) => {
    const read = BigInt(Math.round(performance.now() * 1e6));
    now = read > now ? read : now + 1n;
    go.mem.setBigInt64((sp >>> 0) + 8, now, true);
  };

  const random = gojs["runtime.getRandomData"]!;
  gojs["runtime.getRandomData"] = (sp) => {
    try {
      random(sp);
    } catch {
      // Too early for chance. It only spreads the program's maps, which no
      // request can fill with more than a few hundred names.
      const at = (sp >>> 0) + 8;
      const start = Number(go.mem.getBigInt64(at, true));
      const length = Number(go.mem.getBigInt64(at + 8, true));
      let x = 0x9e3779b9;
      for (let i = 0; i < length; i++) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        go.mem.setUint8(start + i, x & 0xff);
      }
    }
  };
  return go;
}
