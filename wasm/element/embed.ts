/**
 * isofront in any page: one script tag, and
 *
 *     <iso-table model="..." workload="..." targets="25,50">the static table</iso-table>
 *     <iso-chart model="..." workload="...">the static figure</iso-chart>
 *
 * The script tag names embed.js, whose address stays; it imports this file, which
 * is named after its content, and says which module and index lie beside it.
 */

import { IsoChart } from './chart';
import { settle, type Entry } from './place';
import { IsoTable } from './table';

export * from '../host/iso';
export type { Change, Failure, Ready, State, Whose } from './element';
export { IsoChart, IsoTable };

declare global {
  interface HTMLElementTagNameMap {
    'iso-table': IsoTable;
    'iso-chart': IsoChart;
  }
}

/** Called by embed.js with its own address. The first script of a page defines the elements. */
export function start(script: string, entry: Entry): void {
  settle(script, entry);
  for (const [name, element] of [['iso-table', IsoTable], ['iso-chart', IsoChart]] as const) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}
