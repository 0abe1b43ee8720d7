/**
 * The little of MessagePack that messages hold, in a sixth of a library's code:
 * nil, booleans, numbers, texts, bytes, lists, and maps whose keys are texts.
 */

const utf8 = new TextDecoder();

/** Reads one value, which must fill the bytes. */
export function decode(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  /** Steps over n bytes and returns where they begin. */
  const skip = (n: number): number => {
    at += n;
    return at - n;
  };
  /** A length or an unsigned number of 1, 2 or 4 bytes. */
  const unsigned = (width: number): number =>
    width === 1 ? view.getUint8(skip(1)) : width === 2 ? view.getUint16(skip(2)) : view.getUint32(skip(4));
  const text = (n: number): string => utf8.decode(bytes.subarray(skip(n), at));
  const list = (n: number): unknown[] => {
    const out = [];
    while (n-- > 0) out.push(value());
    return out;
  };
  const map = (n: number): Record<string, unknown> => {
    const out: Record<string, unknown> = {};
    while (n-- > 0) {
      const key = value() as string;
      // An own property, whatever its name.
      if (key === '__proto__') Object.defineProperty(out, key, { value: value(), enumerable: true });
      else out[key] = value();
    }
    return out;
  };
  const value = (): unknown => {
    const lead = view.getUint8(skip(1));
    if (lead < 0x80) return lead;
    if (lead < 0x90) return map(lead & 15);
    if (lead < 0xa0) return list(lead & 15);
    if (lead < 0xc0) return text(lead & 31);
    if (lead >= 0xe0) return lead - 256;
    switch (lead) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return lead === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return bytes.slice(skip(unsigned(1 << (lead - 0xc4))), at);
      case 0xca:
        return view.getFloat32(skip(4));
      case 0xcb:
        return view.getFloat64(skip(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return unsigned(1 << (lead - 0xcc));
      case 0xcf:
        return Number(view.getBigUint64(skip(8)));
      case 0xd0:
        return view.getInt8(skip(1));
      case 0xd1:
        return view.getInt16(skip(2));
      case 0xd2:
        return view.getInt32(skip(4));
      case 0xd3:
        return Number(view.getBigInt64(skip(8)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return text(unsigned(1 << (lead - 0xd9)));
      case 0xdc:
      case 0xdd:
        return list(unsigned(2 << (lead - 0xdc)));
      case 0xde:
      case 0xdf:
        return map(unsigned(2 << (lead - 0xde)));
    }
    throw new Error(`no message: byte ${at - 1} is ${lead}`);
  };
  const out = value();
  if (at !== bytes.length) throw new Error(`no message: it ends at byte ${at} of ${bytes.length}`);
  return out;
}

/** Writes one value. Fields that are undefined are left out. */
export function encode(value: unknown): Uint8Array {
  const out: number[] = [];
  const wide = (lead: number, width: number, set: (view: DataView) => void): void => {
    const view = new DataView(new ArrayBuffer(width));
    set(view);
    out.push(lead, ...new Uint8Array(view.buffer));
  };
  /** The head of a text, list or map of n. */
  const head = (n: number, fix: number, below: number, lead16: number): void => {
    if (n < below) out.push(fix | n);
    else if (n < 65536) wide(lead16, 2, (view) => view.setUint16(0, n));
    else wide(lead16 + 1, 4, (view) => view.setUint32(0, n));
  };
  const put = (v: unknown): void => {
    if (v === null || v === undefined) out.push(0xc0);
    else if (typeof v === 'boolean') out.push(v ? 0xc3 : 0xc2);
    else if (typeof v === 'number') {
      if (v === v >> 0) wide(0xd2, 4, (view) => view.setInt32(0, v));
      else wide(0xcb, 8, (view) => view.setFloat64(0, v));
    } else if (typeof v === 'string') {
      const bytes = new TextEncoder().encode(v);
      head(bytes.length, 0xa0, 32, 0xda);
      for (const b of bytes) out.push(b);
    } else if (Array.isArray(v)) {
      head(v.length, 0x90, 16, 0xdc);
      v.forEach(put);
    } else if (typeof v === 'object') {
      const fields = Object.entries(v).filter(([, field]) => field !== undefined);
      head(fields.length, 0x80, 16, 0xde);
      for (const [name, field] of fields) {
        put(name);
        put(field);
      }
    } else throw new Error(`a ${typeof v} cannot be sent`);
  };
  put(value);
  return Uint8Array.from(out);
}
