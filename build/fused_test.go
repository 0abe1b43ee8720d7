package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestCoreIsNotFused: CASES 47. On arm64 the compiler joins x*y + z into one
// rounding unless the product is converted first; the last bit would then
// differ from other machines. No such instruction may be in core.
func TestCoreIsNotFused(t *testing.T) {
	cmd := exec.Command("go", "build", "-gcflags=-S", "../core/...")
	cmd.Env = append(cmd.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := string(out)
	if !strings.Contains(text, "core/interp.Slopes") || !strings.Contains(text, "FMULD") {
		t.Fatal("no assembly of core was printed")
	}
	fused := regexp.MustCompile(`\bFN?M(ADD|SUB)[DS]\b`)
	for _, line := range strings.Split(text, "\n") {
		if fused.MatchString(line) {
			t.Error(line)
		}
	}
}
