package website

import (
	"strings"
	"testing"
)

func TestWithoutInit(t *testing.T) {
	src := "//go:build linux\n\npackage p\n\nvar t []int\n\n// doc\nfunc init() { t = []int{1} }\n\nfunc (x y) init() {}\n\nfunc Keep() {}\n"
	out, n, err := withoutInit("p.go", []byte(src))
	if err != nil || n != 1 {
		t.Fatal(n, err)
	}
	for _, want := range []string{"//go:build linux", "var t []int", "func (x y) init() {}", "func Keep() {}"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is gone:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "t = []int{1}") {
		t.Errorf("init is still there:\n%s", out)
	}
}

func TestSlimVugu(t *testing.T) {
	out, n, err := slimVugu("renderer-js.go", []byte("import (\n\t\"strings\"\n)\nif strings.ToLower(n.Data) == \"html\" {\n"))
	if err != nil || n != 2 || strings.Contains(string(out), "strings") {
		t.Errorf("%d %q %v", n, out, err)
	}
	if _, n, _ := slimVugu("renderer-js.go", []byte("package domrender\n")); n != 0 {
		t.Error("another version passed for this one")
	}
}
