// Copying, with the clipboard's API where there is one and by a selected text
// field where there is none or it refuses: on http, in frames, from disk.

/** Copies and says how that went through `say`. */
export async function copy(text: string, what: string, say: (message: string) => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
    return;
  } catch {
    // No API, or no leave to use it.
  }
  const back = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.readOnly = true;
  field.value = text;
  field.setAttribute("aria-label", `${what}, to copy by hand`);
  const panel = document.createElement("div");
  panel.className = "by-hand";
  panel.append(field);
  document.body.append(panel);
  field.select();
  const done = () => {
    panel.remove();
    back?.focus({ preventScroll: true });
  };
  if (document.execCommand("copy")) {
    done();
    say(`${what} copied.`);
    return;
  }
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", done);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
  });
  panel.prepend("This browser does not let the page copy. The text is selected: press Ctrl+C, or ⌘C on a Mac.", close);
  say(`${what} is selected: press Ctrl+C, or ⌘C on a Mac.`);
}
