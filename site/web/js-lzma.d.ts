declare module "js-lzma" {
  interface From { readByte(): number }
  interface To { writeByte(byte: number): void }
  const LZMA: { decompressFile(from: From, to: To): true };
  export default LZMA;
}
