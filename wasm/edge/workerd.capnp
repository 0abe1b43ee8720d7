# The Worker on a machine of one's own:
#   workerd serve workerd.capnp
# The files are read from site/ beside this file. After a new site, start it anew.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "site", disk = (path = "site")),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "isofront.wasm", wasm = embed "isofront.wasm"),
  ],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "ASSETS", service = "site"),
    # The path that the site lies under.
    (name = "BASE", text = "/"),
  ],
);
