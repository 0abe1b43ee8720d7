/** The address of the full view with the same state: what site/hash.go reads. */

import type { Ask } from '../host/iso';

/** All but the plain set is %XX of its UTF-8 bytes. */
function escape(s: string): string {
  return [...new TextEncoder().encode(s)]
    .map((c) => (/[A-Za-z0-9\-_.~/@$*!]/.test(String.fromCharCode(c)) ? String.fromCharCode(c) : '%' + c.toString(16).toUpperCase().padStart(2, '0')))
    .join('');
}

/** The view of Tables, or of Explore where a figure is shown; series are named in full. */
export function link(site: string, view: 'tables' | '', ask: Ask, shown: string[], baseline: string | null, line: number | null, log = ''): string {
  const parts: string[] = [];
  const add = (key: string, value: string | number | null | undefined) => value && parts.push(`${key}=${value}`);
  const own = (key: string, by: Record<string, number> | undefined) =>
    add(key, Object.entries(by ?? {}).map(([hardware, v]) => `${escape(hardware)}:${escape(String(v))}`).sort().join(','));
  const list = (names: string[] | undefined) => (names ?? []).map(escape).join(',');
  const unless = (usual: string, value: string | undefined) => (value === usual ? '' : value);
  add('v', view);
  add('m', escape(ask.model ?? ''));
  add('w', escape(ask.workload ?? ''));
  add('axis', unless('interactivity', ask.axis));
  add('p', ask.percentile);
  add('tok', unless('total', ask.tokens));
  add('dates', ask.all_dates ? 'on' : '');
  add('asof', ask.as_of);
  add('b', baseline && escape(baseline));
  add('basis', unless('hyperscaler', ask.basis));
  add('date', ask.prices_as_of);
  own('own', ask.prices);
  own('kw', ask.powers);
  add('t', list(ask.targets?.map(String)));
  if (view) {
    const quantities = (ask.quantities ?? []).join(',');
    add('q', quantities);
    add('c', ask.chain?.length ? 'chain' : baseline ? '' : 'none');
    add('digits', ask.digits);
    add('r', unless('strict', ask.reach));
  }
  add('show', list(shown));
  add('x', line);
  add('log', log);
  return `${site}#${parts.join('&')}`;
}
