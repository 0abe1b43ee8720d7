// The site's files: the right types, the compressed siblings, caching by name.
// What there is stands in site.json, so nothing is looked for in vain, and what
// has not changed is said without reading the file.

import { acceptable, type Coding } from "./encoding";

export interface Assets {
  fetch(request: string): Promise<Response>;
}

interface File {
  path: string;
  bytes: number;
  br_bytes?: number;
  gz_bytes?: number;
  sha256: string;
}

interface Manifest {
  entry: { index?: string };
  files: File[];
}

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  msgpack: "application/octet-stream",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
};

const forever = "public, max-age=31536000, immutable";

/** A name that carries its content's hash. */
const hashed = /\.[0-9a-f]{12}\.[a-z0-9]+$/;

const manifestName = "site.json";

const suffix = { br: ".br", gzip: ".gz" };

export class Site {
  private constructor(
    private readonly assets: Assets,
    private readonly files: Map<string, File>,
    readonly index: string,
  ) {}

  static async read(assets: Assets): Promise<Site> {
    const response = await assets.fetch(address(manifestName));
    if (!response.ok) {
      throw new Error(`${manifestName}: HTTP ${response.status}`);
    }
    const content = await response.arrayBuffer();
    const manifest = JSON.parse(new TextDecoder().decode(content)) as Manifest;
    const files = new Map(manifest.files.map((file) => [file.path, file]));
    files.set(manifestName, { path: manifestName, bytes: content.byteLength, sha256: hex(await crypto.subtle.digest("SHA-256", content)) });
    return new Site(assets, files, (manifest.entry.index ?? "").replace(/^data\//, ""));
  }

  /** A packed file. */
  async data(name: string): Promise<Uint8Array | undefined> {
    if (!this.files.has(`data/${name}`)) {
      return undefined;
    }
    const response = await this.assets.fetch(address(`data/${name}`));
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  }

  /** Answers a request for a path below the site's. */
  async file(request: Request, path: string, search: string): Promise<Response> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("method not allowed\n", { status: 405, headers: { ...common, Allow: "GET, HEAD", "Content-Type": types["txt"]! } });
    }
    const name = nameOf(path);
    if (name === undefined) {
      return this.missing(request);
    }
    const file = this.files.get(name);
    if (file) {
      return this.send(request, file, 200);
    }
    if (this.files.has(`${name}/index.html`)) {
      // By a relative address, as any static host may.
      return new Response(null, { status: 301, headers: { ...common, Location: `./${path.slice(path.lastIndexOf("/") + 1)}/${search}` } });
    }
    return this.missing(request);
  }

  /** The site's own page for what is not there. */
  async missing(request: Request): Promise<Response> {
    const file = this.files.get("404.html");
    return file ? this.send(request, file, 404) : new Response("not found\n", { status: 404, headers: { ...common, "Content-Type": types["txt"]! } });
  }

  private async send(request: Request, file: File, status: number): Promise<Response> {
    const coding = acceptable(acceptedBy(request)).find((c) => (c === "br" ? file.br_bytes : file.gz_bytes));
    const headers = new Headers(common);
    headers.set("Vary", "Accept-Encoding");
    if (status === 200) {
      const tag = `"${file.sha256.slice(0, 24)}${coding ? `-${coding}` : ""}"`;
      headers.set("ETag", tag);
      headers.set("Cache-Control", hashed.test(file.path) ? forever : "no-cache");
      if (matches(request.headers.get("If-None-Match"), tag)) {
        return new Response(null, { status: 304, headers });
      }
    }
    headers.set("Content-Type", types[file.path.slice(file.path.lastIndexOf(".") + 1)] ?? "application/octet-stream");
    headers.set("Content-Length", String(lengthOf(file, coding)));
    if (coding) {
      headers.set("Content-Encoding", coding);
    }
    // The sibling is compressed already.
    const init: ResponseInit & { encodeBody?: string } = { status, headers, encodeBody: coding ? "manual" : "automatic" };
    if (request.method === "HEAD") {
      return new Response(null, init);
    }
    const stored = await this.assets.fetch(address(file.path + (coding ? suffix[coding] : "")));
    if (!stored.ok) {
      return new Response("cannot read the file\n", { status: 500, headers: { ...common, "Content-Type": types["txt"]! } });
    }
    return new Response(stored.body, init);
  }
}

/** Headers of every reply. Pages elsewhere may show this site's tables. */
const common = { "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*" };

/** Where the binding finds a file; it does not look at the host. */
function address(name: string): string {
  return `https://assets.local/${name}`;
}

/** The file that a path means, undefined where it is not in its plain form. */
function nameOf(path: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (name === "" || name.endsWith("/")) {
    name += "index.html";
  }
  const plain = name.split("/").every((part) => part !== "" && !part.startsWith(".") && !/[\\\0]/.test(part));
  return plain ? name : undefined;
}

function lengthOf(file: File, coding: Coding | undefined): number {
  switch (coding) {
    case "br":
      return file.br_bytes!;
    case "gzip":
      return file.gz_bytes!;
  }
  return file.bytes;
}

/** Cloudflare rewrites the header and keeps what the client sent beside it. */
function acceptedBy(request: Request): string {
  const cf = (request as Request & { cf?: { clientAcceptEncoding?: string } }).cf;
  return cf?.clientAcceptEncoding ?? request.headers.get("Accept-Encoding") ?? "";
}

function matches(header: string | null, tag: string): boolean {
  return (header ?? "").split(",").some((part) => ["*", tag].includes(part.trim().replace(/^W\//, "")));
}

function hex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
}
