// A part of the page whose script and styles are loaded when they are first of use.

import { fetchFile } from "./module";

/** Loads a part. A page that holds all of its scripts has no use for this. */
export async function load(script: string | undefined, style: string | undefined, what: string): Promise<void> {
  if (!script || !style) throw new Error(`This site was built without ${what}.`);
  const at = (file: string) => new URL(file, document.baseURI).href;
  await fetchFile(at(script), what[0]!.toUpperCase() + what.slice(1)); // says what is wrong, which an element does not
  // The script last: what it leaves says that all is there.
  await arrived(Object.assign(document.createElement("link"), { rel: "stylesheet", href: at(style) }), what);
  await arrived(Object.assign(document.createElement("script"), { src: at(script) }), what);
}

function arrived(element: HTMLElement, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`A part of ${what} could not be fetched. Check the connection, then try again.`));
    document.head.append(element);
  });
}
