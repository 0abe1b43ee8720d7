package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"github.com/isofront/isofront/data/pack"
)

// shipped opens the figures that ship with isofront, as the page does: the
// index, then each bundle that is asked for.
func shipped(t *testing.T, hash string) *app {
	t.Helper()
	files := packed(t)
	a := newApp(hash)
	for name, file := range files {
		if strings.HasPrefix(name, "index") {
			a.openIndex(file)
		}
	}
	serve(t, a, files)
	return a
}

func packed(t *testing.T) map[string][]byte {
	t.Helper()
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func serve(t *testing.T, a *app, files map[string][]byte) {
	t.Helper()
	for a.wanted != "" {
		name := a.wanted
		a.wanted = ""
		file, ok := files[name]
		if !ok {
			t.Fatalf("the page wants %q, which is not packed", name)
		}
		a.openBundle(name, file)
	}
	if a.phase == failed {
		t.Fatal(a.problem)
	}
}

// draw renders the page natively.
func draw(t *testing.T, a *app) string {
	t.Helper()
	env, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := staticrender.New(&page).Render(env.RunBuild(&Root{App: a})); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

func TestDrawsBeforeAnythingCame(t *testing.T) {
	if got := draw(t, newApp("")); !strings.Contains(got, "Fetching the catalogue") {
		t.Errorf("no word of waiting in:\n%s", got)
	}
}
