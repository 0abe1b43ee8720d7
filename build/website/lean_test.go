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

func TestOwnJSON(t *testing.T) {
	if out, n, _ := ownJSON("vjson-go.go", []byte("package vjson")); out != nil || n != 1 {
		t.Error(out, n)
	}
	out, n, _ := ownJSON("vjson-tinygo.go", []byte("// +build tinygo\n\npackage vjson\n"))
	if n != 1 || strings.Contains(string(out), "+build") {
		t.Errorf("%d %q", n, out)
	}
	if _, n, _ := ownJSON("vjson-tinygo.go", []byte("package vjson\n")); n != 0 {
		t.Error("another version passed for this one")
	}
}
