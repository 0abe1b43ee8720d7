/**
 * Reads one file in Node as a page's Worker does, and prints how long that took:
 * seconds by the clock, then of the processor. wasm/ingest/bench_test.go starts it.
 */

import { readFileSync } from 'node:fs';
import { Ingest } from './ingest';

const ingest = await Ingest.load(readFileSync(process.env.INGEST_WASM!));
const path = process.env.INGEST_FILE!;
const file = new File([readFileSync(path)], path);
const from = performance.now();
const cpu = process.cpuUsage();
const reply = await ingest.read(file, undefined, false, () => undefined);
const { user, system } = process.cpuUsage(cpu);
console.log((performance.now() - from) / 1000, (user + system) / 1e6, reply.length);
