package website

import (
	"context"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// The Audit view has a module, a script and styles of its own, which the page
// loads when the view is first opened. A site whose sources have none is built
// without.

const auditStyle = "audit.css"

func auditModule(folder string) module {
	return module{name: "audit.wasm", folder: folder, env: []string{"GOOS=wasip1", "GOARCH=wasm"}, flags: []string{"-buildmode=c-shared"},
		tinygo: tinygoModule{target: "core"}}
}

// addAudit bundles the view's script and styles.
func (b *builder) addAudit(context.Context) error {
	entry := filepath.Join(b.Site, "web", "audit.ts")
	if _, err := os.Stat(filepath.Join(b.tool.root, entry)); err != nil || !b.hasGo(b.moduleFolder("audit")) {
		return nil
	}
	script, err := b.script(entry, nil)
	if err != nil {
		return err
	}
	style := filepath.ToSlash(filepath.Join(b.Site, "web", auditStyle))
	css, err := b.bundle(style, api.BuildOptions{EntryPoints: []string{"./" + style}})
	if err != nil {
		return err
	}
	b.entry.AuditScript, b.entry.AuditStyle = b.asset("audit.js", script), b.asset(auditStyle, css)
	return nil
}
