// Before the first paint: the theme that the reader chose, whether the page was
// asked for another view than the one it was served with, and what it needs sent
// for. A preload in the page's head would do for that, but WebKit fetches it twice.

try {
  const kept = localStorage.getItem("theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch {
  // Without storage the system's theme holds.
}
const asked = location.hash.length > 1;
if (asked) document.documentElement.classList.add("asked");

const { wasm, index, rests } = (document.currentScript as HTMLScriptElement).dataset;
const ahead = (window.isofrontAhead = new Map<string, Promise<Response>>());
if (location.protocol !== "file:") {
  // The data of the view that the page was served with; of others the program knows first.
  const first = asked ? [] : (rests ?? "").split(" ");
  for (const file of [wasm, index, ...first]) {
    if (!file) continue;
    const url = new URL(file, document.baseURI).href;
    const coming = fetch(url, { priority: "low" }); // what the first paint needs goes first
    coming.catch(() => undefined); // who takes it says so
    ahead.set(url, coming);
  }
}
