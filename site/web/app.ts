// The page's script. Go holds the state and computes every number; this file
// fetches files, owns the chart and the moving line, and mirrors nothing but
// where the line is while it moves.

import { Audit } from "./audit-loader";
import { Chart } from "./chart";
import { copy } from "./copy";
import { Files } from "./files";
import { Keys } from "./keys";
import { Line } from "./line";
import { inkOf } from "./paint";
import { save } from "./picture";
import { put } from "./parts";
import { fetchBytes, LoadError, Module } from "./module";
import { readSpeed } from "./speed";
import { Detail, LineTable, moveBetweenCells, rove } from "./tables";
import { Twin } from "./twin";
import { ViewsLoader } from "./views-loader";
import { type ChartSeries, type Entrances, unpackChart, type View } from "./wire";

const settings = (document.currentScript as HTMLScriptElement).dataset;
const fieldEnd = "\x1f";
const recordEnd = "\x1e";
const split = (text: string) => text.split(recordEnd).map((record) => record.split(fieldEnd));

let module: Module | null = null;
let go: Entrances | null = null;
let chart: Chart | null = null;
let data: ChartSeries[] = []; // what Go gave last to be drawn
let frame = 0;
let patched = 0; // when the table was
let onShow: string | null = null; // the view
let warm = false;
let dates = false;

const table = new LineTable();
const line = new Line(follow, settle);
const describe = (series: number, target: number | null) => module?.text("isofront_detail", series, target ?? line.value) ?? "";
const lineDetail = new Detail("#at-line td[data-series]", "detail", describe);
const targetDetail = new Detail("#iso-table td[data-series]", "target-detail", describe);
const keys = new Keys((series, on) => go?.choose(series, on), (series) => go?.solo(series));
const twin = new Twin(() => (module && chart ? module.text("isofront_drawn", drawn.table) : ""));
document.addEventListener("keydown", moveBetweenCells);

/** The hot path: at most once a frame, one call into Go, and text put where it
 * changed. The table, whose cells are laid out together, takes every other frame;
 * what was left out comes with the frame after. */
function follow(): void {
  frame ||= requestAnimationFrame((at) => {
    frame = 0;
    const soon = at - patched < 25;
    if (!soon) patched = at;
    read(!soon);
    if (soon) follow();
  });
}

function read(whole = true): void {
  if (!module) return;
  const [head, ...records] = split(module.text("isofront_line", line.value));
  if (whole) table.patch(records);
  line.show(head![0]!, head![1]!, head![2]!, records.map(([y]) => (y ? Number(y) : NaN)));
  const field = document.getElementById("line-x") as HTMLInputElement | null;
  if (field && field !== document.activeElement) field.value = head![0]!;
  lineDetail.follow();
}

function settle(x: number): void {
  visit(module!.text("isofront_settle", x), false);
  readDates();
}

/** The value at the line over measuring dates; it follows where the line rests. */
function readDates(): void {
  const box = document.querySelector("#over-dates [data-dates]");
  if (box && dates) box.innerHTML = module!.text("isofront_dates", line.value); // escaped by Go
}

function visit(address: string, step: boolean): void {
  if (address === location.hash.slice(1)) return;
  if (step && typing) {
    // One step back undoes what was typed into a field, not its last letter.
    step = !typing.stepped;
    typing.stepped = true;
  }
  const url = address ? `#${address}` : location.pathname + location.search;
  if (step) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

function fail(error: unknown): void {
  const text = error instanceof LoadError ? error.message : `This page met an error: ${error instanceof Error ? error.message : String(error)}`;
  if (go) {
    go.failed(text);
    return;
  }
  const note = document.getElementById("boot") ?? document.body.insertBefore(document.createElement("p"), document.body.firstChild);
  note.className = "notice";
  note.setAttribute("role", "alert");
  note.textContent = text;
  if (location.protocol === "file:" && settings.offline) {
    note.append(" ", Object.assign(document.createElement("a"), { href: settings.offline, textContent: "Or open the offline file beside it, which holds all of them." }));
  }
  document.body.prepend(note); // what else is there was drawn without the program
}

const fetching = new Map<string, Promise<void>>();

/** Fetches each file once at a time, whoever asks. */
function once(key: string, work: () => Promise<void>): void {
  if (fetching.has(key)) return;
  fetching.set(key, work().catch(fail).finally(() => fetching.delete(key)));
}

function indexURL(): string {
  if (!settings.index) throw new LoadError("This site was built without data. Build it again from a folder of packed results.");
  return new URL(settings.index, document.baseURI).href;
}

const index = () => fetchBytes(indexURL(), "The catalogue of results");

/** From disk there is no address that another reader could use. */
const place = location.protocol.startsWith("http") ? location.origin + location.pathname : "";
let begin: () => void;
let giveUp: (why: unknown) => void;
const begun = new Promise<void>((resolve, reject) => { begin = resolve; giveUp = reject; });
begun.catch(() => undefined); // who waits for it says so
const views = new ViewsLoader({ settings, place, module: () => module, go: () => go, say }, begun);
const packed = (name: string) => (name ? fetchBytes(new URL(name, indexURL()).href, "A file of results") : index());
const audit = new Audit(settings, { packed, go: () => go, say });
const files = new Files(() => go, () => views.load(), say, (list) => audit.takes(list));

/** What Go calls: site/main_js.go. */
const host = {
  address: () => location.hash.slice(1),
  place,
  part: put,
  visit,
  fail,
  broken: (message: string) => fail(new Error(message)),
  started(entrances: Entrances): void {
    const guarded = Object.entries(entrances).map(([name, call]) => [name, (...given: unknown[]) => module!.within(() => call(...given))]);
    go = Object.fromEntries(guarded) as Entrances;
    begin();
    host.fetchIndex();
  },
  rendered(): void {
    document.documentElement.classList.remove("asked");
  },
  fetchIndex(): void {
    once("index", async () => go!.openIndex(await index()));
  },
  fetchBundle(name: string): void {
    once(name, async () => go!.openBundle(name, await packed(name)));
  },
  chart(packed: Uint8Array): void {
    if (!chart) {
      chart = new Chart(
        document.getElementById("chart")!,
        line,
        {
          point: (series, point) => module!.text("isofront_point", series, point).split(fieldEnd),
          curves: (x) => split(module!.text("isofront_hover", x)),
        },
        (x, add) => {
          if (add) {
            go!.mark(line.rounded(chart!.left(x)));
            return;
          }
          line.goToPixel(chart!.left(x));
          settle(line.value);
        },
        (on) => {
          document.querySelector<HTMLElement>("[data-action=zoom-out]")!.hidden = !on;
          document.querySelector<HTMLElement>(".zoom-help")!.classList.toggle("zoomed", on);
        },
      );
      line.attach(chart);
    }
    data = unpackChart(packed);
  },
  /** After each render: what vugu drew may be new elements. */
  shown(view: string, term: string): void {
    if (onShow !== view) {
      if (onShow !== null) scrollTo(0, 0);
      onShow = view;
    }
    views.shown(view, term);
    audit.shown(view);
  },
  view(view: View): void {
    keepTyping();
    document.title = `${view.title} · isofront`;
    table.renew();
    keys.setView(view);
    line.setView(view);
    const points = data;
    // The exports run after Go has returned to its loop.
    requestAnimationFrame(() => {
      const ready = () => (document.documentElement.dataset.state = "ready");
      if (view.view === "") {
        chart!.setView(view, points);
        lineDetail.setView(view);
        targetDetail.setView(view);
        read();
        twin.renew();
        dates = view.dates;
        readDates();
        rove();
        if (!warm) {
          warm = true;
          setTimeout(() => read(), 0);
        }
        ready();
      } else {
        views.draw(view.view, ready);
      }
    });
  },
};
const page = window as unknown as { isofrontHost: typeof host; vuguSetEventHandler(handle: (event: unknown) => void): void };
page.isofrontHost = host;
const setHandler = page.vuguSetEventHandler;
page.vuguSetEventHandler = (handle) =>
  setHandler((event) =>
    module?.within(() => {
      handle(event);
      go?.turn();
    }),
  );

// Fields that work while one types: a pause stands for the change event.
let pause = 0;
// What is being typed. A render in between, say because a file came, writes
// the state's older text into the field; keepTyping puts this back.
let typing: { field: HTMLInputElement; text: string; from: number; to: number; stepped: boolean } | null = null;

function keepTyping(): void {
  if (!typing || typing.field !== document.activeElement || typing.field.value === typing.text) return;
  typing.field.value = typing.text;
  typing.field.setSelectionRange(typing.from, typing.to);
}

document.addEventListener("input", (event) => {
  const field = event.target as HTMLInputElement;
  if (field.type !== "text") return;
  const stepped = typing?.field === field && typing.stepped;
  typing = { field, text: field.value, from: field.selectionStart ?? 0, to: field.selectionEnd ?? 0, stepped };
  if (field.id === "line-x") typeSpeed(field, false);
  clearTimeout(pause);
  if (field.dataset.live !== undefined) pause = window.setTimeout(() => field.dispatchEvent(new Event("change")), 350);
});
document.addEventListener("change", (event) => {
  const field = event.target as HTMLInputElement;
  if (!event.isTrusted) return; // the pause's own
  typing = null;
  clearTimeout(pause);
  if (field.id === "line-x") typeSpeed(field, true);
}, true);

let moving = false;
function typeSpeed(field: HTMLInputElement, done: boolean): void {
  if (done && field.value.trim() === "") field.value = String(line.value); // emptied: as it was
  const read = readSpeed(field.value);
  const note = document.getElementById("line-note")!;
  if ("value" in read) {
    line.goTo(read.value);
    moving = true;
  }
  const fault = "fault" in read ? `${read.fault} The line stays at ${line.value}.` : "";
  if (note.textContent !== fault) note.textContent = fault;
  if (done && moving) settle(line.value); // also where what was typed last is no speed
  if (done) moving = false;
  field.setAttribute("aria-invalid", String(fault !== ""));
}

// In the speed's field Up and Down step as on the line; Left and Right stay
// with the text.
document.addEventListener("keydown", (event) => {
  const field = event.target as HTMLInputElement;
  if (field.id !== "line-x" || !["ArrowUp", "ArrowDown", "PageUp", "PageDown"].includes(event.key)) return;
  if (!line.key(event)) return;
  field.value = String(line.value);
  typeSpeed(field, false);
});

document.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest?.<HTMLElement>("[data-action]");
  const action = button?.dataset.action;
  if (action === "theme") switchTheme();
  if (action === "skip") {
    event.preventDefault(); // what follows # is the view
    document.querySelector<HTMLElement>((button as HTMLAnchorElement).hash)?.focus();
  }
  if (action === "open-bundled") {
    const name = button!.dataset.file!;
    void files.fetch(name, () => fetchBytes(new URL(name, indexURL()).href, "A file of requests"));
  }
  if (action === "audit-example" && !(event.ctrlKey || event.metaKey || event.shiftKey)) audit.example();
  if (action === "zoom-out") chart?.resetZoom();
  if (action === "mark") go?.mark(line.value);
  if (action === "save" && module && chart) saveChart(button!.dataset.form!);
  if (action === "copy" && module) copyAs(button!.dataset.copy!);
  if (action === "copy-from") void copy(document.getElementById(button!.dataset.from!)!.textContent!, "Citation", say);
  // The notice's button goes away under the focus.
  if (action === "dismiss") document.getElementById("model")?.focus({ preventScroll: true });
});

/** The forms of what is drawn by their number in site/drawn.go. */
const drawn = { table: 0, csv: 1, caption: 2 };

function saveChart(form: string): void {
  line.flush();
  const [head, ...records] = split(module!.text("isofront_drawn", drawn.caption));
  const title = head![0]!;
  const stem = `isofront-${title.toLowerCase().replace(/[^a-z0-9.]+/g, "-")}`;
  const keys = records.filter(([series]) => series).map(([series, name]): [number, string] => [Number(series), name!]);
  const left = records.find(([series, text]) => !series && text!.startsWith("Left out"))?.[1];
  if (left) say(`${left} Tick the box beside to have them in.`);
  if (keys.length === 0) {
    say("Only dropped results are on show, which an export leaves out unless you tick the box.");
  } else if (form === "csv") {
    save(`${stem}.csv`, new Blob([module!.text("isofront_drawn", drawn.csv)], { type: "text/csv" }));
  } else {
    const canvas = document.createElement("canvas");
    chart!.picture(canvas, 960, inkOf(), { title, keys, lines: records.filter(([series]) => !series).map(([, text]) => text!) });
    canvas.toBlob((blob) => blob && save(`${stem}.png`, blob));
  }
}

/** The formats by their number in site/copy.go. */
const formats = ["Markdown", "CSV", "HTML"];

function copyAs(what: string): void {
  line.flush(); // a key's move of a moment ago belongs into the link
  const text = what === "link" ? location.href : module!.text("isofront_copy", formats.indexOf(what));
  void copy(text, what === "link" ? `Link to this view${place ? "" : " on this machine"}` : `Table as ${what}`, say);
}

let silence = 0;
function say(message: string): void {
  const said = document.getElementById("said")!;
  said.textContent = message;
  clearTimeout(silence);
  silence = window.setTimeout(() => { said.textContent = ""; }, 6000);
}

addEventListener("popstate", () => go?.navigate(location.hash.slice(1)));

// The theme follows the system until the reader says otherwise (boot.ts).
const dark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;
function switchTheme(): void {
  const now = root.dataset.theme ?? (dark.matches ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  chart?.restyle();
}
for (const media of [dark, matchMedia("(forced-colors: active)")]) media.addEventListener("change", () => chart?.restyle());

// Paper gets a picture of the chart in light colours, as wide as the page.
addEventListener("beforeprint", () => {
  const theme = root.dataset.theme;
  root.dataset.theme = "light";
  const light = inkOf();
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  chart?.print(light);
});
addEventListener("afterprint", () => document.querySelector(".paper")?.remove());

function stopped(): void {
  go = null;
  module = null;
  console.error("isofront: the program stopped");
  const why = new LoadError("The program stopped. Reload the page to start it again.");
  giveUp(why);
  fail(why);
}

Module.load(new URL(settings.wasm!, document.baseURI).href, stopped)
  .then((loaded) => {
    module = loaded;
    loaded.start();
  })
  .catch((error) => {
    giveUp(error);
    fail(error);
  });
