// Unpacking for the offline file that TinyGo builds, in place of brotli/decompress.

/*! js-lzma, (c) 2011 Juan Mellado, MIT licence */
import LZMA from "js-lzma";

/** Behind the properties, five bytes, is how long the content is, in eight. */
const LENGTH = 5;

export function decompress(packed: Uint8Array): Uint8Array {
  const out = new Uint8Array(Number(new DataView(packed.buffer, packed.byteOffset).getBigUint64(LENGTH, true)));
  let read = 0;
  let written = 0;
  LZMA.decompressFile({ readByte: () => packed[read++]! }, { writeByte: (byte) => { out[written++] = byte; } });
  if (written !== out.length) throw new Error("cut short");
  return out;
}
