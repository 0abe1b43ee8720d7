//go:build engines

package engines

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// engine is one open browser window.
type engine interface {
	// open goes to an address and waits for its load event.
	open(url string) error
	// eval runs an expression, which may be a promise, and returns its value as JSON.
	eval(expression string) ([]byte, error)
	// screenshot returns a picture of the window, PNG.
	screenshot() ([]byte, error)
}

// engines starts each browser under test, by name.
var engines = map[string]func(t *testing.T) engine{"firefox": firefox, "webkit": webkit}

// value evaluates an expression in the page.
func value[T any](t *testing.T, e engine, expression string) T {
	t.Helper()
	var out T
	raw, err := e.eval(expression)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// patience is how long a page may take; these machines are slow and shared.
const patience = 90 * time.Second

// wait polls until the expression is true.
func wait(t *testing.T, e engine, expression string) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		raw, err := e.eval("Boolean(" + expression + ")")
		if string(raw) == "true" {
			return
		}
		if time.Now().After(end) {
			text, _ := e.eval(`document.body.innerText.slice(0, 600)`)
			t.Fatalf("not so after %v: %s (%v)\nthe page says %s", patience, expression, err, text)
		}
	}
}

// start runs a program until the test ends, in a process group of its own, since
// browsers leave children behind.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%s: %v (make deps-engines installs it on Debian)", cmd.Path, err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
}

// keep writes a screenshot to dist/screenshots, which git ignores.
func keep(t *testing.T, e engine, root, name string) {
	t.Helper()
	png, err := e.screenshot()
	if err == nil {
		if err = os.MkdirAll(root+"/dist/screenshots", 0o755); err == nil {
			err = os.WriteFile(fmt.Sprintf("%s/dist/screenshots/%s.png", root, name), png, 0o644)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func quote(s string) string {
	raw, _ := json.Marshal(s)
	return string(raw)
}

func formatted(v float64) string { return fmt.Sprintf("%.6f", v) }
