/** What the library @msgpack/msgpack writes is read, and what it reads is written. */

import * as library from '@msgpack/msgpack';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode } from './msgpack';

const long = (n: number): string => 'x'.repeat(n);
const values: unknown[] = [
  null, true, false, 0, 1, 127, 128, 255, 256, 65535, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, -1, -32, -33, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 33),
  0.5, -1e300, NaN, Infinity, '', 'ü€😀', long(31), long(32), long(255), long(256), long(65536),
  [], [1, [2, [3]]], Array(16).fill('a'), Array(70000).fill(1), {}, { a: 1, b: { c: [null] } },
  Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`key ${i}`, i])),
];

test('decode reads what the library writes', () => {
  for (const v of [...values, new Uint8Array([1, 2, 3]), new Uint8Array(300), new Uint8Array(70000)]) {
    assert.deepEqual(decode(library.encode(v)), v);
  }
  assert.deepEqual(decode(new Uint8Array([0xca, 0x3f, 0, 0, 0])), 0.5);
  assert.equal(Object.getPrototypeOf(decode(library.encode(JSON.parse('{"__proto__": 1}')))), Object.prototype);
});

test('decode works on a part of a buffer, and keeps none of it', () => {
  const message = library.encode({ a: new Uint8Array([7]) });
  const buffer = new Uint8Array(message.length + 9);
  buffer.set(message, 5);
  const { a } = decode(buffer.subarray(5, 5 + message.length)) as { a: Uint8Array };
  buffer.fill(0);
  assert.deepEqual(a, new Uint8Array([7]));
});

test('encode writes what the library reads', () => {
  for (const v of values) assert.deepEqual(library.decode(encode(v)), v);
  assert.deepEqual(library.decode(encode({ a: undefined, b: [undefined] })), { b: [null] });
  assert.equal(Object.is(decode(encode(-0)), -0) || decode(encode(-0)) === 0, true);
});

test('what is no message, or none that can be sent, is an error', () => {
  for (const bytes of [[], [0xc1], [0xc7, 1, 1, 1], [0xd9], [0xd9, 5, 1], [0x91], [0xdd, 255, 255, 255, 255], [1, 2]]) {
    assert.throws(() => decode(new Uint8Array(bytes)));
  }
  for (const v of [() => 0, Symbol('x'), 1n]) assert.throws(() => encode({ v }));
});
