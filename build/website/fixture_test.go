package website

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// scratch holds the one site that the tests share. They copy it to change it.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "isofront-website-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

func options(t testing.TB, out string) Options {
	t.Helper()
	return Options{
		Out: out, Data: packedData(t),
		Site: "build/website/testdata/tiny", Wasm: "build/website/testdata/iso", Compiler: Go,
	}
}

// packedData is two bundles and their index.
func packedData(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	var index data.Index
	for _, model := range []string{"large", "small"} {
		p := data.Point{Model: model, Workload: "8192/1024", Hardware: "h1", Framework: "f", Precision: "fp8",
			SpecDecoding: "none", Official: true, Concurrency: 4, MeasuredOn: "2026-05-22", Source: "s"}
		p.Values[data.Interactivity] = opt.Of(20)
		p.Values[data.TputPerGPU] = opt.Of(900)
		points := []data.Point{p}
		for i := range 10 * len(model) { // enough to be worth compressing
			p.Concurrency = 8 + i
			points = append(points, p)
		}
		file, err := data.EncodePoints(model, "8192/1024", points)
		if err != nil {
			t.Fatal(err)
		}
		name := hashedName(model+".msgpack", file)
		files[name] = file
		_, _, bundle, err := data.OpenFile(file)
		if err != nil {
			t.Fatal(err)
		}
		index.Bundles = append(index.Bundles, data.Describe(bundle, name))
	}
	index.Sources = []data.Source{{ID: "s", Title: "a source"}}
	file, err := data.EncodeIndex(&index)
	if err != nil {
		t.Fatal(err)
	}
	files["index.msgpack"] = file
	return files
}

var shared = sync.OnceValues(func() (Report, error) {
	return Build(context.Background(), sharedOptions)
})

var sharedOptions Options

// sharedSite is built once; nobody may write to it.
func sharedSite(t testing.TB) Report {
	t.Helper()
	sharedOptions = options(t, filepath.Join(scratch, "site"))
	rep, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// copySite returns a copy of the shared site that the test may spoil.
func copySite(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(dir, os.DirFS(sharedSite(t).Out)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// tree reads a whole folder.
func tree(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, p))
		files[p] = content
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// sameTree reports every difference between two folders.
func sameTree(t testing.TB, got, want map[string][]byte) {
	t.Helper()
	for p, content := range want {
		if have, ok := got[p]; !ok {
			t.Errorf("%s is missing", p)
		} else if !bytes.Equal(have, content) {
			t.Errorf("%s differs", p)
		}
	}
	for p := range got {
		if _, ok := want[p]; !ok {
			t.Errorf("%s is new", p)
		}
	}
}

func mustWrite(t testing.TB, file string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
