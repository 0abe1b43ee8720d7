package website

import (
	"context"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// firstView renders the page's first view natively, so that something true is on
// screen before any program runs and where none may. It is the site's own
// program, compiled for this machine, that writes it. Without data, or for a
// site that cannot, there is none.
func (b *builder) firstView(ctx context.Context) (view template.HTML, rests string, err error) {
	if _, err := os.Stat(filepath.Join(b.tool.root, b.Site, "firstview.go")); err != nil || b.entry.Index == "" {
		return "", "", nil
	}
	tmp, err := os.MkdirTemp("", "isofront-view-")
	if err != nil {
		return "", "", fmt.Errorf("website: %w", err)
	}
	defer os.RemoveAll(tmp)
	for name, content := range b.files {
		if strings.HasPrefix(name, "data/") {
			file := filepath.Join(tmp, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return "", "", fmt.Errorf("website: %w", err)
			}
			if err := os.WriteFile(file, content, 0o644); err != nil {
				return "", "", fmt.Errorf("website: %w", err)
			}
		}
	}
	b.log("rendering the first view")
	program := filepath.Join(tmp, "view")
	if _, err := goCommand(ctx, b.tool.root, nil, "build", "-buildvcs=false", "-o", program, "./"+filepath.ToSlash(b.Site)); err != nil {
		return "", "", fmt.Errorf("website: the first view: %w", err)
	}
	var stderr strings.Builder
	cmd := exec.CommandContext(ctx, program, filepath.Join(tmp, filepath.FromSlash(b.entry.Index)))
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", "", fmt.Errorf("website: the first view: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	line, html, _ := strings.Cut(string(out), "\n")
	for name := range strings.FieldsSeq(line) {
		rests += " " + path.Join(path.Dir(b.entry.Index), name)
	}
	return template.HTML(html), strings.TrimSpace(rests), nil
}
