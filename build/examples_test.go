package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// What the examples call is there.
func TestExamplesCallWhatIsThere(t *testing.T) {
	files, err := filepath.Glob("examples/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	calls := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			args, ok := strings.CutPrefix(strings.TrimSpace(line), "./isofront ")
			if !ok {
				continue
			}
			calls++
			parser, err := kong.New(&cli{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(strings.Fields(args)); err != nil {
				t.Errorf("%s: %s: %v", file, args, err)
			}
		}
	}
	if calls < 4 {
		t.Errorf("only %d calls found", calls)
	}
}
