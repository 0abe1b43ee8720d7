/** The codings that a site is stored in, the smaller first. */
export type Coding = "br" | "gzip";

const ours: Coding[] = ["br", "gzip"];

/** Those of ours that an Accept-Encoding header allows, the client's preference
 * first and ours among equals (RFC 9110, 12.5.3). Weight 0 forbids a coding; a
 * weight that cannot be read does too. */
export function acceptable(header: string): Coding[] {
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", parameter = ""] = part.split(";", 2);
    const q = /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter);
    const weight = q ? (/^(0(\.\d*)?|1(\.0*)?)$/.test(q[1]!) ? Number(q[1]) : 0) : 1;
    weights.set(name.trim().toLowerCase(), weight);
  }
  const of = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
  return ours.filter((coding) => of(coding) > 0).sort((a, b) => of(b) - of(a));
}
