export function start(script: string, files: { index: string; iso_wasm: string }): void {
  console.log(script, files.index, files.iso_wasm);
}
