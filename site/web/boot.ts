// Before the first paint: the theme that the reader chose, and whether the page
// was asked for another view than the one it was served with.

try {
  const kept = localStorage.getItem("theme");
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
} catch {
  // Without storage the system's theme holds.
}
if (location.hash.length > 1) document.documentElement.classList.add("asked");
