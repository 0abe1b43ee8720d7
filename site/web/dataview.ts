// The Data view: its text, fetched when it is first opened, and its check, which
// fetches every file of the data anew and compares its SHA-256 with the index's.

import { Fragment } from "./fragment";
import { held } from "./held";

export class DataView extends Fragment {
  private busy = false;

  /** sum hashes where the browser does not: its own hashes are for secure pages. */
  constructor(url: string, place: string, private readonly sum: (file: Uint8Array) => string) {
    super("data", url, "the list of the data", "This site was built without data.", (box) => {
      const about = box.querySelector<HTMLElement>("[data-about]");
      const here = held();
      if (here) box.querySelector("[data-folder]")?.remove(); // a file is no folder
      if (about && here) {
        void here.about.then((text) => (about.textContent = text));
        box.prepend(about.closest("section")!);
      }
      // From disk there is no address that another reader could use.
      for (const at of box.querySelectorAll<HTMLElement>("[data-place]")) at.textContent = place && at.dataset.place!.replace("%", () => place);
    });
    document.addEventListener("click", ({ target }) => {
      if ((target as Element).closest?.('#data [data-action="verify"]')) void this.verify();
    });
  }

  private async verify(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const said = document.getElementById("verified")!;
    const rows = Array.from(document.querySelectorAll<HTMLElement>("tr[data-sha]"));
    let bad = 0;
    for (const [i, row] of rows.entries()) {
      said.textContent = `Checking ${i + 1} of ${rows.length}…`;
      const cell = row.querySelector<HTMLElement>("td:last-child")!;
      cell.textContent = "…";
      const fault = await this.check(row);
      if (fault) bad++;
      cell.textContent = fault || "✓ as the index says";
      cell.dataset.check = fault ? "failed" : "ok";
    }
    said.textContent = bad ? `✗ ${bad} of ${rows.length} files are not what the index lists: do not trust figures from them.` : `✓ All ${rows.length} files are what the index lists.`;
    said.dataset.check = bad ? "failed" : "ok";
    this.busy = false;
  }

  /** What is wrong with the file of a row; "" when nothing is. */
  private async check(row: HTMLElement): Promise<string> {
    let file: Uint8Array<ArrayBuffer>;
    try {
      const { href } = row.querySelector("a")!;
      // Past the cache: what the server sends now.
      const response = await (held()?.get(href) ?? fetch(href, { cache: "reload" }));
      if (!response) return "✗ is not in this file";
      if (!response.ok) return `✗ the server answers ${response.status}`;
      file = new Uint8Array(await response.arrayBuffer());
    } catch {
      return location.protocol === "file:" ? "✗ cannot be fetched by a page from disk" : "✗ could not be fetched";
    }
    const sum = await this.hash(file);
    return sum === row.dataset.sha ? "" : `✗ differs: ${sum}`;
  }

  private async hash(file: Uint8Array<ArrayBuffer>): Promise<string> {
    if (!globalThis.crypto?.subtle) return this.sum(file);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", file));
    return Array.from(sum, (b) => b.toString(16).padStart(2, "0")).join("");
  }
}
