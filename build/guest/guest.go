// Package guest runs a module that reads a reader's files, ingest.wasm or
// audit.wasm, in wazero, as its host in a page does: for tests that compare what it
// says with what the same source says natively.
package guest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/isofront/isofront/build/website"
)

// compiled is a module that was compiled once in this run of tests.
type compiled struct {
	once    sync.Once
	runtime wazero.Runtime
	module  wazero.CompiledModule
	err     error
}

var modules sync.Map // by name

// Guest is an instance.
type Guest struct {
	t    testing.TB
	name string
	mod  api.Module
}

// New starts an instance of the module of a name, such as "ingest", as the compiler
// builds it that ISOFRONT_COMPILER names, or Go.
func New(t testing.TB, name string) *Guest {
	t.Helper()
	found, _ := modules.LoadOrStore(name, &compiled{})
	c := found.(*compiled)
	c.once.Do(func() { c.err = c.compile(name) })
	if c.err != nil {
		t.Fatal(c.err)
	}
	mod, err := c.runtime.InstantiateModule(context.Background(), c.module, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithSysNanotime().WithSysWalltime())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mod.Close(context.Background()) })
	return &Guest{t, name, mod}
}

func (c *compiled) compile(name string) error {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "isofront-guest-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, name+".wasm")
	if err := website.CompileModule(ctx, "", cmp.Or(os.Getenv("ISOFRONT_COMPILER"), website.Go), name, out); err != nil {
		return err
	}
	binary, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	c.runtime = wazero.NewRuntime(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, c.runtime)
	c.module, err = c.runtime.CompileModule(ctx, binary)
	return err
}

// Call calls an export, named without the module's name before it. A trap fails
// the test.
func (g *Guest) Call(export string, args ...uint64) uint32 {
	g.t.Helper()
	out, err := g.mod.ExportedFunction(g.name+"_"+export).Call(context.Background(), args...)
	if err != nil {
		g.t.Fatalf("%s_%s trapped with %d MiB of memory: %v", g.name, export, g.MiB(), err)
	}
	if len(out) == 0 {
		return 0
	}
	return uint32(out[0])
}

// Put puts bytes where there is room for them before a call, and returns how many.
func (g *Guest) Put(b []byte) uint64 {
	g.t.Helper()
	if at := g.Call("buffer", uint64(len(b))); !g.mod.Memory().Write(at, b) {
		g.t.Fatalf("the buffer of %d bytes lies at %d, outside of memory", len(b), at)
	}
	return uint64(len(b))
}

// Reply copies a reply, of which an export returned the address.
func (g *Guest) Reply(at uint32) []byte {
	g.t.Helper()
	head, ok := g.mod.Memory().Read(at, 4)
	if !ok {
		g.t.Fatalf("a reply at %d lies outside of memory", at)
	}
	reply, ok := g.mod.Memory().Read(at+4, binary.LittleEndian.Uint32(head))
	if !ok {
		g.t.Fatalf("a reply at %d runs out of memory", at)
	}
	return bytes.Clone(reply)
}

// MiB is how much memory the instance has by now; it never shrinks.
func (g *Guest) MiB() int { return int(g.mod.Memory().Size() >> 20) }
