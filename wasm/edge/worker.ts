// The entry of the Worker. The site's files are sent from here, out of the
// ASSETS binding: Cloudflare's static assets, or workerd's disk service. Only
// api/ wakes Go, by one instance that the isolate keeps.

import module from "./isofront.wasm";
import { Answers, type Setting } from "./answers";
import { Site, type Assets } from "./site";

/** The hash of isofront.wasm, put in when the Worker is built. */
declare const PROGRAM: string;

interface Env {
  ASSETS: Assets;
  /** The path that the site lies under, "/" unless it is set. */
  BASE?: string;
}

// What an isolate keeps from one request to the next is values only: a promise
// belongs to the request that made it.
const answers = new Answers(module);
let site: Site | undefined;
let setting: Setting | undefined;

/** The path that the site lies under, with a slash at both ends. */
function baseOf(env: Env): string {
  const path = (env.BASE ?? "").replace(/^\/+|\/+$/g, "");
  return path === "" ? "/" : `/${path}/`;
}

async function fetch(request: Request, env: Env): Promise<Response> {
  site ??= await Site.read(env.ASSETS);
  const base = baseOf(env);
  const url = new URL(request.url);
  if (url.pathname + "/" === base) {
    return new Response(null, { status: 301, headers: { Location: `${base.slice(base.lastIndexOf("/", base.length - 2) + 1)}${url.search}` } });
  }
  if (!url.pathname.startsWith(base)) {
    return site.missing(request);
  }
  const path = url.pathname.slice(base.length);
  if (path !== "api" && !path.startsWith("api/")) {
    return site.file(request, path, url.search);
  }
  const from = site;
  setting ??= { prefix: base + "api", index: from.index, program: PROGRAM };
  return answers.to(request, setting, (name) => from.data(name));
}

export default { fetch };
