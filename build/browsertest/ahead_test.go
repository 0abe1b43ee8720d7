package browsertest

import "testing"

// sent says which of the program, the catalogue and bundles were fetched, and whether
// before the page's script was there.
const sent = `(() => {
	const all = performance.getEntriesByType("resource");
	const app = all.find((r) => /\/app\.[^/]*js$/.test(r.name));
	return all.filter((r) => /\/(site|index|points)\.?[^/]*(wasm|msgpack)$/.test(r.name))
		.map((r) => r.name.replace(/.*\/([a-z]+).*/, "$1") + (r.startTime < app.responseEnd ? " early" : " late")).sort().join();
})()`

// The program, the catalogue and the data of the first view are sent for by the page's
// head, and come once. Of another view it is not known there what data it wants.
func TestProgramIsSentForEarlyAndOnce(t *testing.T) {
	t.Parallel()
	dir := site(t)
	for address, want := range map[string]string{
		"":             "index early,points early,site early",
		"#w=1024/1024": "index early,points late,site early",
	} {
		p := New(t)
		p.Go(Serve(t, dir, nil) + address)
		p.Wait(`document.documentElement.dataset.state === "ready"`)
		if got := Eval[string](p, sent); got != want {
			t.Errorf("%q fetched: %s, want %s", address, got, want)
		}
	}
}
