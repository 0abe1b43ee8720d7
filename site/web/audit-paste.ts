// What a reader pastes: a table of a web page comes as HTML too, which knows its
// spans and marks where the plain text does not.

/** The tables of HTML in as little HTML as holds them, or null where the plain
 * text says as much. */
export function tablesOf(html: string): string | null {
  // The page's policy is asked of styles even here, and would report each.
  const bare = html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, "").replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi, "");
  const tables = new DOMParser().parseFromString(bare, "text/html").querySelectorAll("table");
  if (![...tables].some((table) => table.querySelector("[colspan]:not([colspan='1']), [rowspan]:not([rowspan='1']), sup, td br, td p + p, caption, thead tr + tr"))) return null;
  return [...tables].filter((table) => !table.parentElement?.closest("table")).map(plain).join("\n\n");
}

function plain(table: HTMLTableElement): string {
  const caption = table.caption ? `<caption>${words(table.caption)}</caption>\n` : "";
  const rows = [...table.rows].map((row) => `<tr>${[...row.cells].map(cell).join("")}</tr>`);
  return `<table>\n${caption}${rows.join("\n")}\n</table>`;
}

function cell(cell: HTMLTableCellElement): string {
  const name = cell.localName === "th" || cell.closest("thead") ? "th" : "td";
  const span = (of: "colSpan" | "rowSpan") => (cell[of] > 1 ? ` ${of.toLowerCase()}=${cell[of]}` : "");
  return `<${name}${span("colSpan")}${span("rowSpan")}>${words(cell)}</${name}>`;
}

/** An element's text with its superscripts marked. */
function words(of: Element): string {
  const copy = of.cloneNode(true) as Element;
  for (const mark of copy.querySelectorAll("sup")) mark.prepend("^");
  for (const end of copy.querySelectorAll("br, p, div, li")) end.after(" ");
  return copy.textContent!.replace(/\s+/g, " ").trim().replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
}
