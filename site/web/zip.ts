// A zip archive of files as they are, without compression: what goes in together is
// read together.

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(bytes: Uint8Array): number {
  let c = ~0;
  for (const b of bytes) c = table[(c ^ b) & 255]! ^ (c >>> 8);
  return ~c >>> 0;
}

/** Archives files; those of one name go into folders of their own. */
export async function zip(name: string, files: File[]): Promise<File> {
  const parts: BlobPart[] = [];
  const index: BlobPart[] = [];
  const used = new Set<string>();
  let [at, length] = [0, 0];
  for (const [i, file] of files.entries()) {
    const content = new Uint8Array(await file.arrayBuffer());
    const path = new TextEncoder().encode(used.has(file.name) ? `${i}/${file.name}` : file.name);
    used.add(file.name);
    const head = new DataView(new ArrayBuffer(30));
    head.setUint32(0, 0x04034b50, true);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(4, 20, true);
    for (const [view, from] of [[head, 4], [entry, 6]] as const) {
      // Version 2.0, names in UTF-8, stored, the first day that a zip knows.
      [20, 0x800, 0, 0, 33].forEach((v, k) => view.setUint16(from + 2 * k, v, true));
      view.setUint32(from + 10, crc32(content), true);
      view.setUint32(from + 14, content.length, true);
      view.setUint32(from + 18, content.length, true);
      view.setUint16(from + 22, path.length, true);
    }
    entry.setUint32(42, at, true);
    parts.push(head.buffer, path, content);
    index.push(entry.buffer, path);
    at += 30 + path.length + content.length;
    length += 46 + path.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(12, length, true);
  end.setUint32(16, at, true);
  return new File([...parts, ...index, end.buffer], name, { type: "application/zip" });
}
