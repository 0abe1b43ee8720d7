// The Audit view's script and styles, loaded when it is first opened. What it
// needs of the page it is given here, so that none of it is there twice.

import { held } from "./held";
import { load } from "./lazy";
import { fetchBytes } from "./module";
import { copy } from "./copy";
import { save } from "./picture";
import { sync } from "./sync";
import type { Entrances } from "./wire";

/** What the page lends to the view. */
export interface Lent {
  /** The view's module: its address, or its bytes where nothing can be fetched. */
  wasm(): Promise<string | Uint8Array>;
  /** A packed file of the site's: its index for "", else a bundle. */
  packed(name: string): Promise<Uint8Array>;
  go(): Entrances | null;
  say(message: string): void;
  copy: typeof copy;
  save: typeof save;
  sync: typeof sync;
}

/** site/web/audit.ts */
export interface AuditView {
  draw(): void;
  example(): void;
  take(file: File): Promise<void>;
  refuse(why: string): void;
}

/** The script leaves this, or a page that holds all of its scripts has it. */
type Scope = { isofrontAudit?: (lent: Lent) => AuditView };

export class Audit {
  private view: AuditView | null = null;
  private loading: Promise<void> | null = null;
  private then: ((view: AuditView) => void)[] = [];
  private on = false;

  constructor(
    private readonly settings: DOMStringMap,
    private readonly lent: Pick<Lent, "packed" | "go" | "say"> & { wasm?: Lent["wasm"] },
  ) {
    document.addEventListener("click", (event) => {
      if ((event.target as Element).closest?.("#audit [data-action=audit-again]")) this.with(() => undefined);
    });
  }

  /** After each render. */
  shown(view: string): void {
    this.on = view === "audit";
    if (this.on) this.with((v) => v.draw());
  }

  example(): void {
    this.with((view) => view.example());
  }

  /** Takes a file that holds a table, when the view is on show. */
  takes(files: File[]): boolean {
    const file = files[0];
    if (this.on && file && /\.msgpack$/i.test(file.name)) {
      // It would be laid over figures that this view does not check against.
      this.with((view) => view.refuse(`${file.name} holds results, not a published table: drop it in another view.`));
      return true;
    }
    if (!this.on || !file || !/\.(md|markdown|html?|tex|csv|tsv|txt)$/i.test(file.name)) return false;
    this.with((view) => void view.take(file));
    if (files.length > 1) this.lent.say(`One table at a time: ${file.name} is checked, the others are not.`);
    return true;
  }

  private with(use: (view: AuditView) => void): void {
    if (this.view) {
      use(this.view);
      return;
    }
    this.then.push(use);
    this.loading ??= this.load().catch((error: Error) => {
      this.loading = null;
      const box = document.getElementById("audit")!;
      box.innerHTML = '<p class="notice" role="alert"><span></span> <button type="button" data-action="audit-again">Try again</button></p>';
      box.querySelector("span")!.textContent = error.message;
    });
  }

  private async load(): Promise<void> {
    const scope = window as unknown as Scope;
    const { auditScript, auditStyle, auditWasm } = this.settings;
    const wasm = () => new URL(auditWasm!, document.baseURI).href;
    if (!scope.isofrontAudit) await load(auditScript, auditStyle, "the Audit view");
    this.view = scope.isofrontAudit!({ copy, save, sync, wasm: async () => (held() ? fetchBytes(wasm(), "The Audit view") : wasm()), ...this.lent });
    for (const use of this.then.splice(0)) use(this.view);
  }
}
