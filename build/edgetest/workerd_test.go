//go:build linux && amd64

package edgetest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data/pack"
)

// scratch holds what the tests share; TestMain removes it.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "isofront-edge-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// root is the module's root folder.
var root = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	return filepath.Dir(strings.TrimSpace(string(out))), err
})

// options are those of a Worker over a small site with the shipped figures.
func options(out string) (website.Options, error) {
	files, _, err := pack.Shipped()
	return website.Options{
		Out: out, Data: files, Quick: true, Compiler: website.Go,
		Site: "build/website/testdata/tiny", Wasm: "build/website/testdata/iso",
	}, err
}

// built is such a Worker. Nobody may write to it.
var built = sync.OnceValues(func() (website.EdgeReport, error) {
	o, err := options(filepath.Join(scratch, "edge"))
	if err != nil {
		return website.EdgeReport{}, err
	}
	return website.BuildEdge(context.Background(), o)
})

// folder is the built Worker's.
func folder(t testing.TB) string {
	t.Helper()
	report, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(report.Site.Out)
}

// copied is a copy of the Worker's folder with some files changed.
func copied(t testing.TB, change map[string]func(string) string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder(t))); err != nil {
		t.Fatal(err)
	}
	for name, f := range change {
		path := filepath.Join(dir, name)
		old, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := f(string(old))
		if text == string(old) {
			t.Fatalf("%s: not changed", name)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// worker is a running workerd.
type worker struct {
	url string // without a slash at the end
	pid int
}

// start runs the Worker in a folder until the test ends. What it says is shown
// where the test fails.
func start(t testing.TB, dir string) worker {
	t.Helper()
	top, err := root()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(top, "node_modules", "@cloudflare", "workerd-linux-64", "bin", "workerd")
	if _, err := os.Stat(bin); err != nil {
		t.Fatalf("%v: run make deps (or npm ci)", err)
	}
	events, told, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	cmd := exec.Command(bin, "serve", "workerd.capnp", "--socket-addr=http=127.0.0.1:0", "--control-fd=3")
	var said bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &said, &said
	cmd.ExtraFiles = []*os.File{told}
	err = cmd.Start()
	told.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		late := time.AfterFunc(10*time.Second, func() { // a Worker that loops hears no signal
			_ = cmd.Process.Kill()
			t.Error("workerd did not end")
		})
		_ = cmd.Wait() // its exit code is that of the signal
		late.Stop()
		if t.Failed() && said.Len() > 0 {
			t.Logf("workerd: %s", said.Bytes())
		}
	})
	lines := bufio.NewScanner(events)
	for lines.Scan() {
		var e struct {
			Event, Socket string
			Port          int
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err == nil && e.Event == "listen" && e.Socket == "http" {
			return worker{fmt.Sprintf("http://127.0.0.1:%d", e.Port), cmd.Process.Pid}
		}
	}
	t.Fatal("workerd ended before it listened")
	return worker{}
}

// command is the isofront command, built once.
var command = sync.OnceValues(func() (string, error) {
	top, err := root()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(scratch, "isofront")
	cmd := exec.Command("go", "build", "-o", bin, "./build")
	cmd.Dir = top
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return bin, nil
})
