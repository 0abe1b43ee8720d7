// What a reader pastes: a table of a web page, of a word processor or of a sheet
// comes as HTML too, which knows its spans and marks where the plain text does not.
//
// It is read tag by tag and never made into elements: what is no part of a table
// is not even looked at, so that nothing of it is fetched, run, or asked of the
// page's policy, and no word of a cell is taken for markup.

const raw = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/;
const block = /^(?:p|div|br|li|[uod]l|d[td]|h[1-6]|hr|pre|section|article|main|header|footer|blockquote|fig(?:ure|caption))$/;
const taken = /^(?:del|s|strike)$/;

/** The tables of HTML in as little HTML as holds them, with the words around them,
 * or null where the plain text says as much. */
export function tablesOf(html: string, plain: string): string | null {
  const out: string[] = [];
  const tag = /<(?:!--[^]*?(?:-->|$)|[!?/](?![a-z])[^>]*(?:>|$)|(\/?)([a-z][^\s/>]*))/gi;
  const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
  let words = ""; // of the cell, the caption or the line that is being read
  let last = ""; // of its characters, "" while it is blank
  let depth = 0; // of tables in tables
  let inside = false; // a cell or a caption
  let edge = 0; // what stands behind words: a tag, 1, or the end of a line, 2
  let struck = 0;
  let rows = 0;
  let heads = -1; // rows of a head so far
  let more = false; // than the plain text says

  const text = (s: string) => {
    if (s === "" || struck > 0 || (depth > 0 && !inside)) return;
    if (s.trim() === "") {
      words += " ";
      last &&= " ";
      return;
    }
    if (edge > 0 && digit(last) && digit(s[0])) {
      words += " ; "; // two numbers with a tag between them are not one
      more = true;
    } else if (edge > 1 && last !== "") {
      words += " ";
      more ||= inside;
    }
    edge = 0;
    words += s;
    last = s[s.length - 1]!;
  };
  const flush = () => {
    const line = words.replace(/&nbsp;|\s+/g, " ").trim();
    if (line !== "") out.push(line);
    words = last = "";
    edge = struck = 0;
  };

  const span = (of: string, n: number | undefined) => {
    if (n === undefined || !(n >= 0) || n === 1) return "";
    more = true;
    return ` ${of}=${n}`;
  };

  for (let at = 0; at < html.length; ) {
    tag.lastIndex = at;
    const found = tag.exec(html);
    text(html.slice(at, found?.index ?? html.length));
    if (!found) break;
    at = tag.lastIndex;
    const name = found[2]?.toLowerCase();
    if (name === undefined) continue;
    const close = found[1] === "/";
    const spans: Record<string, number> = {};
    attribute.lastIndex = at;
    for (let a = attribute.exec(html); a; a = attribute.exec(html)) {
      at = attribute.lastIndex;
      if (/^(?:row|col)span$/i.test(a[1]!)) spans[a[1]!.toLowerCase()] ??= parseInt(a[2] ?? a[3] ?? a[4] ?? "", 10);
    }
    const end = html.indexOf(">", at);
    at = end < 0 ? html.length : end + 1;
    if (raw.test(name) && !close) {
      const last = new RegExp(`</${name}(?=[\\s/>])`, "gi");
      last.lastIndex = at;
      at = last.exec(html)?.index ?? html.length;
      continue;
    }
    edge = Math.max(edge, 1);
    switch (name) {
      case "table":
        flush();
        depth = Math.max(depth + (close ? -1 : 1), 0);
        inside = close && depth > 0;
        out.push(close ? "\n</table>\n" : "\n<table>");
        continue;
      case "thead":
      case "tbody":
      case "tfoot":
        flush();
        inside = false;
        heads = name === "thead" && !close ? 0 : -1;
        if (depth > 0) out.push(`\n<${found[1]}${name}>`);
        continue;
      case "tr":
        flush();
        inside = false;
        if (depth === 0) continue;
        out.push(close ? "</tr>" : "\n<tr>");
        if (close) continue;
        rows++;
        more ||= heads > 0;
        heads += heads < 0 ? 0 : 1;
        continue;
      case "caption":
      case "td":
      case "th":
        flush();
        if (depth === 0) continue;
        inside = !close;
        more ||= name === "caption";
        out.push(close ? `</${name}>` : `<${name}${span("colspan", spans.colspan)}${span("rowspan", spans.rowspan)}>`);
        continue;
      case "sup":
      case "sub":
        more ||= inside && !close;
        if (name === "sup" && !close) text("^");
        continue;
    }
    if (taken.test(name) && depth > 0) {
      struck = Math.max(struck + (close ? -1 : 1), 0);
      more = true;
    } else if (block.test(name)) {
      edge = 2;
      if (depth === 0) {
        flush();
        if (out[out.length - 1] !== "\n") out.push("\n");
      }
    }
  }
  flush();
  if (rows === 0 || (!more && plain.split("\n").filter((line) => line.includes("\t")).length >= rows)) return null;
  return out.join("").trim();
}

const digit = (c = "") => c >= "0" && c <= "9";
