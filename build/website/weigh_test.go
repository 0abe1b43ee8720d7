package website

import (
	"bytes"
	"strings"
	"testing"
)

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"github.com/isofront/isofront/core/iso.Make":                                      "github.com/isofront/isofront/core/iso",
		"(*github.com/isofront/isofront/data/query.Engine).Select":                        "github.com/isofront/isofront/data/query",
		"github.com/isofront/isofront/data.list[github.com/isofront/isofront/data.row]$1": "github.com/isofront/isofront/data",
		"(*main.module[*github.com/isofront/isofront/data/query.Engine]).open":            "main",
		"github.com_isofront_isofront_core_iso.__Frontier_.At":                            "github.com/isofront/isofront/core/iso",
		"internal_strconv.FormatInt":                                                      "internal/strconv",
		"runtime.alloc":                                                                   "runtime",
		"(main.T).com_x":                                                                  "main",
		"fmaximum":                                                                        "(other)", "": "(other)",
		"interface:{Error:func:{}{basic:string}}.Error$invoke": "(other)",
	} {
		if got := packageOf(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// A module of one imported and two own functions, named, with data.
func smallModule() []byte {
	section := func(id byte, content ...byte) []byte { return append([]byte{id, byte(len(content))}, content...) }
	named := func(names ...string) (out []byte) {
		for i, n := range names {
			out = append(append(out, byte(i), byte(len(n))), n...)
		}
		return out
	}
	functions := append([]byte{3}, named("env.f", "a/b.F", "(*a/b.T).M")...)
	names := append([]byte{4, 'n', 'a', 'm', 'e', 1, byte(len(functions))}, functions...)
	out := []byte("\x00asm\x01\x00\x00\x00")
	out = append(out, section(importSection, 1, 1, 'e', 1, 'f', 0, 0)...)
	out = append(out, section(codeSection, 2, 3, 0, 1, 0x0b, 2, 0, 0x0b)...)
	out = append(out, section(dataSection, 0)...)
	return append(out, section(customSection, names...)...)
}

func TestWeigh(t *testing.T) {
	wasm := smallModule()
	weights, err := weigh(wasm)
	if err != nil || len(weights) != 2 || weights[0] != (Weight{"a/b", 5}) || weights[1] != (Weight{"(data)", 1}) {
		t.Errorf("%v %v", weights, err)
	}
	lean, err := withoutNames(wasm)
	if err != nil || bytes.Contains(lean, []byte("name")) || len(lean) >= len(wasm) {
		t.Errorf("%q %v", lean, err)
	}
	if _, err := weigh(lean); err == nil {
		t.Error("a module without names is weighed")
	}
	for n := range wasm {
		_, _ = weigh(wasm[:n]) // must not panic
		if _, err := withoutNames(wasm[:n]); n < 8 && err == nil {
			t.Errorf("%d bytes are taken for a module", n)
		}
	}
	var b strings.Builder
	if err := (&Report{Modules: []Module{{"x.wasm", Go, weights}}}).WriteWeights(&b); err != nil || !strings.Contains(b.String(), "a/b") {
		t.Errorf("%q %v", b.String(), err)
	}
}
