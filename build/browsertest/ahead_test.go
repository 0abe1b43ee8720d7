package browsertest

import "testing"

// The program and the catalogue are sent for by the page's head, and come once.
func TestProgramIsSentForEarlyAndOnce(t *testing.T) {
	t.Parallel()
	p := New(t)
	p.Go(Serve(t, site(t), nil))
	p.Wait(`document.documentElement.dataset.state === "ready"`)
	got := Eval[string](p, `(() => {
		const all = performance.getEntriesByType("resource");
		const app = all.find((r) => /\/app\.[^/]*js$/.test(r.name));
		return all.filter((r) => /\/(site|index)\.[^/]*(wasm|msgpack)$/.test(r.name))
			.map((r) => r.name.replace(/.*\/(\w+)\..*/, "$1") + (r.startTime < app.responseEnd ? " early" : " late")).sort().join();
	})()`)
	if got != "index early,site early" {
		t.Errorf("fetched: %s", got)
	}
}
