package whole

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	for _, content := range []string{"first", "second, which is longer", ""} {
		if err := Write(file, []byte(content)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != content {
			t.Errorf("%q: %q, %v", content, got, err)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v", info, err)
	}
}

// A refusal names what was asked for, not a temporary name, and leaves nothing.
func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	for path, why := range map[string]string{dir: "is a directory", filepath.Join(dir, "none", "a.txt"): "no such file"} {
		err := Write(path, []byte("x"))
		if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "isofront-") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
