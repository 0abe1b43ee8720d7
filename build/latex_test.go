package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestLaTeXCompiles sets a page with every mark a table can hold.
func TestLaTeXCompiles(t *testing.T) {
	tex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed: the LaTeX output is not compiled")
	}
	dir := t.TempDir()
	body := must(t, append(append([]string{}, gb...), "--targets", "10,16,25,50,74,80", "--reach", "at-least", "--format", "latex",
		"--quantity", "throughput,cost,energy,tokens-per-dollar", "--chain", "gb200*,gb300*")...)
	page := "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n" + body + "\\end{document}\n"
	if err := os.WriteFile(filepath.Join(dir, "page.tex"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tex, "-interaction=nonstopmode", "-halt-on-error", "page.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
