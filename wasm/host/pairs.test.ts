/** Files that came together and the summaries that belong to them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairs, plain } from './pairs';

const requests = 'profile_export.jsonl';
const summary = 'profile_export_aiperf.json';
const second = (name: string, n: number): string => name.replace(/(?=\.[^.]*$)/, ` (${n})`);
const wants = (names: string[]): string[] => names.map((name) => (plain(name) === requests ? summary : ''));

test('a summary goes with its requests, by their numbers where there are several', () => {
  for (const [names, want] of [
    [[requests, summary], [1, -1]],
    [[summary, requests], [-1, 0]],
    [[second(requests, 1), second(summary, 2)], [1, -1]], // one of each, downloaded at other times
    [[requests, second(requests, 1), second(summary, 1), summary], [3, 2, -1, -1]],
    [[requests, second(requests, 1), summary], [2, -1, -1]],
    [[requests, summary, second(summary, 1)], [1, -1, -1]],
    [[second(requests, 1), second(requests, 2), summary], [-1, -1, -1]], // of either
    [[requests, requests, summary, summary], [-1, -1, -1, -1]], // out of two folders
    [[requests], [-1]],
    [[], []],
  ] as [string[], number[]][]) {
    assert.deepEqual(pairs(names, wants(names)), want, names.join(', '));
  }
});

test('a name keeps what only looks like the number of a download', () => {
  assert.equal(plain('a (1).json'), 'a.json');
  assert.equal(plain('a(12).tar.gz'), 'a(12).tar.gz');
  assert.equal(plain('run (1) b.json'), 'run (1) b.json');
  assert.equal(plain('(1)'), '(1)');
});
