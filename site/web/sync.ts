/** Makes old's content read as fresh's and keeps the elements that fit in their
 * places, so that the focus, the caret and what is scrolled stay. A text field that
 * has the focus keeps what is typed in it, and what stands in an element marked
 * data-kept is left alone. */
export function sync(old: Element, fresh: ParentNode & Node): void {
  const want = Array.from(fresh.childNodes);
  while (old.childNodes.length > want.length) old.lastChild!.remove();
  want.forEach((to, i) => {
    const from = old.childNodes[i];
    if (!from) old.append(to);
    else if (from.nodeName !== to.nodeName) from.replaceWith(to);
    else if (from instanceof Element) {
      attributes(from, to as Element);
      const chosen = to instanceof HTMLSelectElement ? to.value : ""; // before its options move over
      if (!(to as Element).hasAttribute("data-kept")) sync(from, to as Element);
      if (from instanceof HTMLSelectElement) from.value = chosen;
    } else if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
  });
}

function attributes(from: Element, to: Element): void {
  for (const name of from.getAttributeNames()) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const name of to.getAttributeNames()) {
    const value = to.getAttribute(name)!;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  if (!(from instanceof HTMLInputElement)) return;
  from.checked = (to as HTMLInputElement).checked;
  if (from.type !== "checkbox" && from.type !== "radio" && from !== document.activeElement && to.hasAttribute("value")) from.value = (to as HTMLInputElement).value;
}
