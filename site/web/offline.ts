// The offline file holds the site's files, packed, in an element of its own.
// This unpacks them once, checks them, and answers for the server.

import { decompress } from "brotli/decompress";

import type { Held } from "./held";

/** Names and lengths, in the order in which the files lie in the payload. */
type Listed = [name: string, bytes: number][];

const types: Record<string, string> = { wasm: "application/wasm", html: "text/html", js: "text/javascript" };

hold();

function hold(): void {
  const element = document.getElementById("isofront-payload")!;
  const { sha256, about } = element.dataset;
  const base = new URL(".", document.baseURI).href;

  let checked = true;
  const open = async (): Promise<Map<string, Uint8Array<ArrayBuffer>>> => {
    const packed = Uint8Array.from(atob(element.textContent!), (c) => c.charCodeAt(0));
    element.textContent = "";
    const sum = await hash(packed);
    checked = sum !== "";
    if (checked && sum !== sha256) throw damaged();
    let whole: Uint8Array<ArrayBuffer>;
    try {
      whole = new Uint8Array(decompress(packed));
    } catch {
      throw damaged();
    }
    const out = new Map<string, Uint8Array<ArrayBuffer>>();
    let at = 0;
    for (const [name, bytes] of JSON.parse(element.dataset.files!) as Listed) out.set(name, whole.subarray(at, (at += bytes)));
    if (at !== whole.length) throw damaged();
    return out;
  };
  // After what is on screen has been painted.
  const files = new Promise<void>((resolve) => setTimeout(resolve)).then(open);
  files.catch(() => undefined);

  const get = async (url: string): Promise<Response | null> => {
    const name = url.startsWith(base) ? url.slice(base.length) : url;
    const file = (await files).get(name);
    return file ? new Response(file, { headers: { "content-type": types[name.split(".").pop()!] ?? "application/octet-stream" } }) : null;
  };
  const held: Held = {
    get,
    // The importers may lie in a module that starts as the page's does.
    get ingest() {
      const script = document.getElementById("isofront-ingest")?.textContent;
      return script ? `${document.getElementById("isofront-go")!.textContent}\n${script}` : "";
    },
    about: files.then(() => `${about} Its content has the SHA-256 ${sha256}${checked ? ", as it was found when this page was opened" : "; this browser could not check that"}.`),
  };
  held.about.catch(() => undefined);
  window.isofrontHeld = held;

  // What the site offers for download, this file has in itself.
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[download]");
    if (!link || link.protocol === "blob:") return;
    event.preventDefault();
    void get(link.href).then(async (response) => {
      if (!response) return;
      const copy = document.createElement("a");
      const url = URL.createObjectURL(await response.blob());
      copy.href = url;
      copy.download = link.href.split("/").pop()!;
      copy.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  });
}

function damaged(): Error {
  return new Error("This file is damaged: its content is not what it was when it was written. Get it anew.");
}

/** The SHA-256 in hex, "" where the browser has none to give. */
async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (b) => b.toString(16).padStart(2, "0")).join("");
}
