package website

import (
	"context"
	"os"
	"path/filepath"
)

// The importers are a module of their own with a script of its own, which the
// page loads with the first dropped file. A site whose sources have none is
// built without.

func ingestModule(folder string) module {
	return module{name: "ingest.wasm", folder: folder, env: []string{"GOOS=wasip1", "GOARCH=wasm"}, flags: []string{"-buildmode=c-shared"}, fast: true,
		tinygo: tinygoModule{target: "core", during: true}}
}

// addIngestScript bundles the script that runs the importers, in a Worker or on
// the page.
func (b *builder) addIngestScript(context.Context) error {
	host := filepath.Join(b.Wasm, "host", "ingest.ts")
	if _, err := os.Stat(filepath.Join(b.tool.root, host)); err != nil || !b.hasGo(b.moduleFolder("ingest")) {
		return nil
	}
	script, err := b.script(host, nil)
	if err != nil {
		return err
	}
	b.entry.IngestScript = b.asset("ingest.js", script)
	return nil
}
