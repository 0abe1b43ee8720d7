package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommittedTypesAreUpToDate(t *testing.T) {
	want, err := generate("../../data/wire", []string{"Query", "Reply"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../host/wire.ts")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("wasm/host/wire.ts is older than data/wire: run go generate ./wasm")
	}
}

func TestCommittedMethodsAreUpToDate(t *testing.T) {
	want, err := encoder("../../data/wire", []string{"Reply", "Chart"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../data/wire/write_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("data/wire/write_gen.go is older than data/wire: run go generate ./data/wire")
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct{ name, field, want string }{
		{"pointer is nullable", "A *float64 `msg:\"a\"`", "a: number | null;"},
		{"omitted pointer is missing", "A *B `msg:\"a,omitempty\"`", "a?: B;"},
		{"slice is never null", "A []string `msg:\"a\"`", "a: string[];"},
		{"allownil slice may be null", "A []Knot `msg:\"a,allownil\"`", "a: Knot[] | null;"},
		{"slice of pointers", "A []*int `msg:\"a\"`", "a: (number | null)[];"},
		{"map", "A map[string]bool `msg:\"a\"`", "a: Record<string, boolean>;"},
		{"flattened", "Head `msg:\",flatten\"`", "T extends Head {"},
		{"comment cannot end early", "A int `msg:\"a\"` // x */ y", "/** x * / y */"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := generate(dirWith(t, c.field), []string{"T"})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("no %q in:\n%s", c.want, got)
			}
		})
	}
}

// What no root holds is another module's, and left out.
func TestOnlyWhatTheRootsHold(t *testing.T) {
	dir := dirWith(t, "A []*U `msg:\"a\"`\n}\n\n// U is held.\ntype U struct {\n\tB int `msg:\"b\"`\n}\n\n// V is not.\ntype V struct {\n\tC int `msg:\"c\"`")
	got, err := generate(dir, []string{"T"})
	if err != nil || !strings.Contains(got, "interface U {") || strings.Contains(got, "V") {
		t.Errorf("%v\n%s", err, got)
	}
	if _, err := generate(dir, []string{"W"}); err == nil {
		t.Error("a root that is not there")
	}
}

func TestRefuses(t *testing.T) {
	for _, field := range []string{
		"A chan int `msg:\"a\"`", "A [2]int `msg:\"a\"`", "A map[int]int `msg:\"a\"`", "A int", "Head",
		"A int `msg:\"a,extension\"`", "A uint8 `msg:\"a\"`",
	} {
		if got, err := generate(dirWith(t, field), []string{"T"}); err == nil {
			t.Errorf("%s: no error, but:\n%s", field, got)
		}
		if got, err := encoder(dirWith(t, field), []string{"T"}); err == nil {
			t.Errorf("%s: no error, but:\n%s", field, got)
		}
	}
}

// dirWith makes a package of one struct T with one field.
func dirWith(t *testing.T, field string) string {
	dir := t.TempDir()
	src := "package wire\n\n// T is a type.\ntype T struct {\n\t" + field + "\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "t.go"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
