import uPlot from "uplot";

declare const Go: new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };

const wasm = (document.currentScript as HTMLScriptElement).dataset.wasm!;

async function start(): Promise<void> {
  const plot = document.getElementById("chart")!;
  new uPlot({ width: 300, height: 200, series: [{}, { stroke: "red" }] }, [[1, 2, 3], [4, 6, 5]], plot);
  const go = new Go();
  const response = await fetch(wasm);
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
  void go.run(instance);
}
void start();
