package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/isofront/isofront/data/wire"
)

// nodeModules is where npm put what the host imports.
const nodeModules = "../node_modules"

// TestHostInNode runs host/iso.test.ts in Node against the module built here
// and the native engine's replies.
func TestHostInNode(t *testing.T) {
	dir := t.TempDir()
	writeHostData(t, dir)
	runInNode(t, "host/iso.test.ts", dir)
}

// TestMessagesInNode compares how the host reads and writes messages with a
// library.
func TestMessagesInNode(t *testing.T) { runInNode(t, "host/msgpack.test.ts", t.TempDir()) }

// TestPairsInNode pairs files that came together.
func TestPairsInNode(t *testing.T) { runInNode(t, "host/pairs.test.ts", t.TempDir()) }

// runInNode bundles a test into a folder and runs it there.
func runInNode(t *testing.T, entry, dir string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("no node on PATH: these tests run the host in Node.js 20")
	}
	if _, err := os.Stat(nodeModules + "/@msgpack/msgpack"); err != nil {
		t.Fatal("@msgpack/msgpack is not installed: run make deps")
	}
	script := filepath.Join(dir, "test.mjs")
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{entry}, Outfile: script, Write: true,
		Bundle: true, Platform: api.PlatformNode, Format: api.FormatESModule, Target: api.ES2022,
	})
	for _, e := range result.Errors {
		t.Fatalf("bundling: %+v: %s", e.Location, e.Text)
	}
	cmd := exec.Command(node, script)
	cmd.Env = append(os.Environ(), "ISO_DIR="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// writeHostData writes what host/iso.test.ts reads.
func writeHostData(t *testing.T, dir string) {
	t.Helper()
	module, err := os.ReadFile(isoWasm(t))
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("iso.wasm", module)
	names := []string{}
	for _, f := range shipped(t) {
		write(f.name, f.bytes)
		names = append(names, f.name)
	}
	type expected struct {
		Name  string     `json:"name"`
		Query wire.Query `json:"query"`
		Reply wire.Reply `json:"reply"`
	}
	replies := []expected{}
	native := nativeEngine(t)
	for _, c := range questions(t) {
		replies = append(replies, expected{c.name, c.query, native.Answer(c.query)})
	}
	for name, v := range map[string]any{"files.json": names, "replies.json": replies} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		write(name, b)
	}
}

// TestHostTypes has the TypeScript compiler read the host.
func TestHostTypes(t *testing.T) {
	tsc := nodeModules + "/typescript/bin/tsc"
	if _, err := os.Stat(tsc); err != nil {
		t.Fatal("typescript is not installed: run make deps")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("no node on PATH: these tests run the host in Node.js 20")
	}
	out, err := exec.Command(node, tsc, "--noEmit", "--strict", "--noUnusedLocals", "--target", "es2022", "--module", "esnext",
		"--moduleResolution", "bundler", "--lib", "es2022,dom", "host/iso.ts").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
