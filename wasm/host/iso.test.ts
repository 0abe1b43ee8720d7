/**
 * Tests of the host in Node, bundled and started by host_test.go. It passes
 * the module, the files to open, and the native engine's replies.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Iso, IsoError, type Ask, type Reply, type Restart } from './iso';

const dir = process.env.ISO_DIR!;
const module = readFileSync(`${dir}/iso.wasm`);
const files: string[] = JSON.parse(readFileSync(`${dir}/files.json`, 'utf8'));
/** What the native engine answers to each query, as the command line's JSON. */
const expected: { name: string; query: Ask; reply: Reply }[] = JSON.parse(readFileSync(`${dir}/replies.json`, 'utf8'));

async function openAll(iso: Iso): Promise<void> {
  for (const f of files) await iso.open(readFileSync(`${dir}/${f}`));
}

/** A failure with the given kind, whose message matches. */
function failure(kind: string, message: RegExp) {
  return (e: unknown) => {
    assert.ok(e instanceof IsoError, `${e} is no IsoError`);
    assert.equal(e.kind, kind);
    assert.match(e.message, message);
    return true;
  };
}

/** Serves the module, rightly and wrongly, to one test. */
async function serving<T>(body: (at: string, seen: string[]) => Promise<T>): Promise<T> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url!);
    const send = (status: number, type: string, content: string | Buffer) =>
      response.writeHead(status, { 'content-type': type }).end(content);
    switch (request.url) {
      case '/iso.wasm':
        return send(200, 'application/wasm', module);
      case '/text.wasm':
        return send(200, 'text/plain', module);
      case '/parameter.wasm':
        return send(200, 'application/wasm; charset=utf-8', module);
      case '/page.wasm':
        return send(200, 'text/html', '<!doctype html><title>Not here</title>');
      case '/cut.wasm':
        return send(200, 'application/wasm', module.subarray(0, 1000));
      default:
        return send(404, 'text/html', '<!doctype html><title>404</title>');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  try {
    return await body(`http://127.0.0.1:${port}`, seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('replies equal the native engine', async () => {
  const iso = await Iso.load(module);
  await openAll(iso);
  for (const { name, query, reply } of expected) {
    if (reply.error) {
      await assert.rejects(iso.query(query), (e: IsoError) => {
        assert.deepEqual({ kind: e.kind, message: e.message }, reply.error, name);
        return true;
      });
      continue;
    }
    assert.deepEqual(await iso.query(query), reply, name);
  }
});

test('each verb has its method', async () => {
  const iso = await Iso.load(module);
  await openAll(iso);
  const { model, workload } = (await iso.catalogue()).entries[0]!;
  const table = await iso.table({ model, workload });
  assert.equal(table.model, model);
  const frontier = await iso.frontier({ model, workload, series: undefined });
  const chart = await iso.chart({ model, workload });
  assert.deepEqual(
    [frontier.series.length, chart.series.length],
    [table.series.length, table.series.length],
  );
});

test('a module comes from any source', async () => {
  const padded = new Uint8Array(module.length + 8);
  padded.set(module, 8);
  const exact = padded.slice(8);
  for (const source of [
    exact.buffer,
    padded.subarray(8),
    Promise.resolve(module),
    new Response(module, { headers: { 'content-type': 'application/wasm' } }),
    new Response(module),
    new WebAssembly.Module(module),
  ]) {
    assert.equal((await Iso.load(source)) instanceof Iso, true);
  }
});

test('a module comes over the network under any type', () =>
  serving(async (at, seen) => {
    for (const source of [`${at}/iso.wasm`, new URL(`${at}/iso.wasm`), `${at}/text.wasm`, `${at}/parameter.wasm`, fetch(`${at}/text.wasm`)]) {
      const iso = await Iso.load(source);
      await openAll(iso);
      assert.ok((await iso.catalogue()).entries.length > 0);
    }
    assert.equal(seen.length, 5, 'each is fetched once');
  }));

test('what is not there is said plainly and asked for once', () =>
  serving(async (at, seen) => {
    await assert.rejects(Iso.load(`${at}/gone.wasm`), failure('load', /gone\.wasm: 404 Not Found$/));
    await assert.rejects(Iso.load(`${at}/page.wasm`), failure('load', /page\.wasm: not WebAssembly but, it seems, a web page$/));
    await assert.rejects(Iso.load(`${at}/cut.wasm`), failure('load', /cut\.wasm: /));
    assert.equal(seen.length, 3);
    await assert.rejects(Iso.load('http://127.0.0.1:1/iso.wasm'), failure('load', /cannot be fetched/));
    await assert.rejects(Iso.load('file:///iso.wasm'), failure('load', /give its bytes/));
    await assert.rejects(Iso.load('http://'), failure('load', /cannot be fetched/));
    await assert.rejects(Iso.load(new Uint8Array(3)), failure('load', /the given bytes: not WebAssembly$/));
    await assert.rejects(Iso.load(Promise.reject(new Error('mine'))), /mine/);
  }));

test('an error reply rejects and the module goes on', async () => {
  const iso = await Iso.load(module);
  await openAll(iso);
  await assert.rejects(iso.table({ model: 'no such model' }), failure('usage', /no such model/));
  await assert.rejects(iso.query({ modell: 'x' } as Ask), failure('usage', /field "modell" is no field of a query/));
  await assert.rejects(iso.open(new Uint8Array([1, 2, 3])), failure('data', /./));
  assert.ok((await iso.catalogue()).entries.length > 0);
});

test('a message larger than the shared block', async () => {
  const iso = await Iso.load(module);
  await openAll(iso);
  const { model, workload } = (await iso.catalogue()).entries[0]!;
  const targets = Array.from({ length: 5000 }, (_, i) => 1 + i / 8);
  await assert.rejects(iso.query({ model: 'x'.repeat(5000) }), failure('usage', /model: text of more than/));
  try {
    assert.equal((await iso.table({ model, workload, targets })).targets.length, targets.length);
  } catch (e) {
    // An engine may bound its targets; then it must be the one to say so.
    failure('usage', /targets/)(e);
  }
});

/** Lets the nth call of an export fail like a trap in every new instance, while body runs. */
async function trapping(name: string, when: (call: number, instance: number) => boolean, body: () => Promise<void>): Promise<number> {
  const instantiate = WebAssembly.instantiate;
  let instances = 0;
  WebAssembly.instantiate = (async (m: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const real = await instantiate(m, imports);
    const instance = ++instances;
    let calls = 0;
    const call = real.exports[name] as (...args: number[]) => number;
    const bad = (...args: number[]) => {
      if (when(++calls, instance)) throw new WebAssembly.RuntimeError('unreachable');
      return call(...args);
    };
    return { exports: { ...real.exports, [name]: bad } };
  }) as typeof WebAssembly.instantiate;
  try {
    await body();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  return instances;
}

test('after a trap the module is started anew, opens what was open, and answers', async () => {
  const restarts: Restart[] = [];
  const instances = await trapping('iso_query', (call, instance) => instance === 1 && call === 2, async () => {
    const iso = await Iso.load(module, { onRestart: (r) => restarts.push(r) });
    await openAll(iso);
    const before = await iso.catalogue();
    // Made together: the one behind the failing call waits for the restart.
    const [after, later] = await Promise.all([iso.catalogue(), iso.catalogue()]);
    assert.deepEqual(after, before);
    assert.deepEqual(later, before);
  });
  assert.equal(instances, 2);
  assert.deepEqual(restarts, [{ reason: 'unreachable', reopened: files.length, lost: [] }]);
});

test('without a listener a restart is a warning', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  await trapping('iso_query', (call, instance) => instance === 1 && call === 1, async () => {
    const iso = await Iso.load(module);
    await openAll(iso);
    await iso.catalogue();
  });
  assert.equal(warn.mock.callCount(), 1);
  assert.match(String(warn.mock.calls[0]!.arguments[0]), /started anew \(unreachable\)/);
});

test('a call that always traps rejects, and the next one starts afresh', async () => {
  const restarts: Restart[] = [];
  const instances = await trapping('iso_query', (_, instance) => instance <= 2, async () => {
    const iso = await Iso.load(module, { onRestart: (r) => restarts.push(r) });
    await openAll(iso);
    await assert.rejects(iso.catalogue(), failure('trap', /failed again after a restart: unreachable/));
    assert.ok((await iso.catalogue()).entries.length > 0);
  });
  assert.equal(instances, 3);
  assert.equal(restarts.length, 2);
});

test('a trap while files are opened again rejects', async () => {
  await trapping('iso_open', (_, instance) => instance === 2, async () => {
    await trapping('iso_query', (_, instance) => instance === 1, async () => {
      const iso = await Iso.load(module, { onRestart: () => {} });
      await openAll(iso);
      await assert.rejects(iso.catalogue(), failure('trap', /while it opened a file again/));
      assert.ok((await iso.catalogue()).entries.length > 0);
    });
  });
});

test('a file may be changed by its owner after it is opened', async () => {
  await trapping('iso_query', (call, instance) => instance === 1 && call === 1, async () => {
    const iso = await Iso.load(module, { onRestart: (r) => assert.equal(r.reopened, files.length) });
    for (const f of files) {
      const bytes = new Uint8Array(readFileSync(`${dir}/${f}`));
      await iso.open(bytes);
      bytes.fill(0);
    }
    assert.ok((await iso.catalogue()).entries.length > 0);
  });
});
