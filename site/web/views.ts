// What the page has beside Explore: the other views, and what reads dropped files.

import { calculator } from "./calculator";
import { DataView } from "./dataview";
import { Definitions } from "./definitions";
import * as given from "./given";
import { held } from "./held";
import { Importers } from "./ingest";
import { fetchBytes } from "./module";
import { Report } from "./report";
import { TablesView } from "./tables-view";
import type { Lent, Scope, Views } from "./views-loader";

(window as unknown as Scope).isofrontViews = ({ settings, place, module, go, say }: Lent): Views => {
  const { ingest = "", ingestWasm = "" } = settings;
  const here = held();
  const importers = new Importers(ingest, ingestWasm, here?.ingest ? { script: here.ingest, wasm: () => fetchBytes(new URL(ingestWasm, document.baseURI).href, "The importers") } : undefined);
  const tables = new TablesView(module, go, say);
  const definitions = new Definitions(settings.definitions ?? "", go);
  const data = new DataView(settings.dataview ?? "", place, (file) => go()!.sum(file));
  const refill = calculator(go, (list, series) => module()!.text("isofront_basis", list, series));
  return {
    importers,
    report: new Report(importers, go),
    given,
    shown(view, term) {
      definitions.shown(view, term);
      if (view === "data") void data.open();
    },
    async draw(view) {
      if (view === "tables") tables.draw();
      if (view === "calculator") refill();
      if (view === "data") await data.open();
    },
  };
};
