package website

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// EmbedName is the script that an article names, at the site's root. The address
// stays over releases, so no cache may keep it for long; it is a few lines that
// import the script named after its content and say which module and index lie
// beside it, and those may be kept for ever.
const EmbedName = "embed.js"

// addEmbedScript bundles the custom elements with the host of iso.wasm, as a
// module. A site whose sources have none is built without.
func (b *builder) addEmbedScript(context.Context) error {
	entry := filepath.Join(b.Wasm, "element", "embed.ts")
	if _, err := os.Stat(filepath.Join(b.tool.root, entry)); err != nil {
		return nil
	}
	script, err := b.bundle(entry, api.BuildOptions{
		EntryPoints: []string{"./" + filepath.ToSlash(entry)},
		Format:      api.FormatESModule,
		Target:      api.ES2022,
	})
	if err != nil {
		return err
	}
	b.entry.EmbedScript = b.asset("embed.js", script)
	frame := filepath.Join(b.Wasm, "element", "frame.ts")
	if _, err := os.Stat(filepath.Join(b.tool.root, frame)); err != nil {
		return nil
	}
	if script, err = b.bundle(frame, api.BuildOptions{EntryPoints: []string{"./" + filepath.ToSlash(frame)}, Format: api.FormatESModule, Target: api.ES2022}); err != nil {
		return err
	}
	b.entry.Frame = FrameName
	b.files[FrameName] = fmt.Appendf(nil, framePage, html.EscapeString(Policy), EmbedName, b.asset("frame.js", script))
	return nil
}

// FrameName is the page for an iframe, at the site's root.
const FrameName = "frame.html"

const framePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isofront</title>
<link rel="icon" href="data:,">
<script type="module" src="%s"></script>
<script type="module" src="%s"></script>
<body>
<p><a href="./" target="_top">isofront: LLM serving systems at equal speed</a>. The table or figure here needs JavaScript.</p>
</html>
`

// addEmbed writes the script of the lasting address.
func (b *builder) addEmbed(context.Context) error {
	if b.entry.EmbedScript == "" || b.entry.IsoWasm == "" {
		return nil
	}
	from, _ := json.Marshal("./" + b.entry.EmbedScript) // strings always marshal
	files, _ := json.Marshal(map[string]string{"index": b.entry.Index, "iso_wasm": b.entry.IsoWasm})
	b.entry.Embed = EmbedName
	b.files[EmbedName] = fmt.Appendf(nil, "import { start } from %s;\nexport * from %s;\nstart(import.meta.url, %s);\n", from, from, files)
	return nil
}
