package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data/wire"
)

// The real module, built once per run and compiled once, runs in wazero. The
// native tests of this package do without.
var built struct {
	sync.Once
	dir      string
	path     string
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	err      error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.runtime != nil {
		built.runtime.Close(context.Background())
	}
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// isoWasm returns the path of iso.wasm, built from this source.
func isoWasm(t testing.TB) string {
	t.Helper()
	built.Do(func() { built.err = build(context.Background()) })
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// compiler is the one whose module these tests are about: that of a variable, as
// in build/browsertest, or Go.
func compiler() string { return cmp.Or(os.Getenv("ISOFRONT_COMPILER"), website.Go) }

func build(ctx context.Context) error {
	// Files left out of a native build are no part of the test binary; opening
	// them makes a cached test result depend on them.
	if _, err := os.ReadFile("exports.go"); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "isofront-wasm-")
	if err != nil {
		return err
	}
	built.dir, built.path = dir, filepath.Join(dir, "iso.wasm")
	// The very module that a site gets.
	if err := website.CompileCore(ctx, "", compiler(), "wasm", built.path); err != nil {
		return err
	}
	binary, err := os.ReadFile(built.path)
	if err != nil {
		return err
	}
	built.runtime = wazero.NewRuntime(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, built.runtime)
	built.compiled, err = built.runtime.CompileModule(ctx, binary)
	return err
}

// guest is one instance of iso.wasm with a host's view of it.
type guest struct {
	t      testing.TB
	mod    api.Module
	stderr bytes.Buffer
}

func newGuest(t testing.TB) *guest {
	t.Helper()
	isoWasm(t)
	g := &guest{t: t}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithStderr(&g.stderr).
		WithSysNanotime().WithSysWalltime()
	mod, err := built.runtime.InstantiateModule(context.Background(), built.compiled, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mod.Close(context.Background()) })
	g.mod = mod
	return g
}

// call runs an export; a trap fails the test.
func (g *guest) call(name string, args ...uint64) uint32 {
	g.t.Helper()
	out, err := g.mod.ExportedFunction(name).Call(context.Background(), args...)
	if err != nil {
		g.t.Fatalf("%s trapped: %v\n%s", name, err, g.stderr.String())
	}
	if len(out) == 0 {
		return 0
	}
	return uint32(out[0])
}

// send passes a message through a block of its own and returns the reply's bytes.
func (g *guest) send(export string, message []byte) []byte {
	g.t.Helper()
	n := uint64(len(message))
	p := g.call("iso_alloc", n)
	if !g.mod.Memory().Write(p, message) {
		g.t.Fatalf("iso_alloc(%d) = %d lies outside of memory", n, p)
	}
	reply := g.replyAt(g.call(export, uint64(p), n))
	g.call("iso_free", uint64(p))
	return reply
}

func (g *guest) replyAt(p uint32) []byte {
	g.t.Helper()
	head, ok := g.mod.Memory().Read(p, 4)
	if !ok {
		g.t.Fatalf("reply at %d lies outside of memory", p)
	}
	reply, ok := g.mod.Memory().Read(p+4, binary.LittleEndian.Uint32(head))
	if !ok {
		g.t.Fatalf("reply at %d runs out of memory", p)
	}
	return bytes.Clone(reply)
}

func (g *guest) open(file []byte) wire.Reply   { return decodeReply(g.t, g.send("iso_open", file)) }
func (g *guest) query(q wire.Query) wire.Reply { return g.message(encode(g.t, q)) }
func (g *guest) message(message []byte) wire.Reply {
	return decodeReply(g.t, g.send("iso_query", message))
}
func (g *guest) pages() uint32 { return g.mod.Memory().Size() / 65536 }

func decodeReply(t testing.TB, b []byte) wire.Reply {
	t.Helper()
	var r wire.Reply
	if rest, err := r.UnmarshalMsg(b); err != nil || len(rest) != 0 {
		t.Fatalf("reply: %v, %d bytes left", err, len(rest))
	}
	// The generated decoder leaves a list that came as empty nil; a list that
	// may be absent came as nil. JSON tells the two apart, so put it right.
	fillEmpty(reflect.ValueOf(&r).Elem())
	return r
}

func fillEmpty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			fillEmpty(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			fillEmpty(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f, tag := v.Field(i), v.Type().Field(i).Tag.Get("msg")
			absent := strings.Contains(tag, "allownil") || strings.Contains(tag, "omitempty")
			switch {
			case f.Kind() == reflect.Slice && f.IsNil() && !absent:
				f.Set(reflect.MakeSlice(f.Type(), 0, 0))
			case f.Kind() == reflect.Map && f.IsNil() && !absent:
				f.Set(reflect.MakeMap(f.Type()))
			default:
				fillEmpty(f)
			}
		}
	}
}

func asJSON(t testing.TB, r wire.Reply) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
