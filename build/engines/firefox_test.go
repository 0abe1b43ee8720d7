//go:build engines

package engines

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// bidi speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi), one command
// at a time.
type bidi struct {
	conn    *websocket.Conn
	id      int
	context string
}

func firefox(t *testing.T) engine {
	binary, err := exec.LookPath("firefox-esr")
	if err != nil {
		if binary, err = exec.LookPath("firefox"); err != nil {
			t.Fatal("Firefox is not on PATH: make deps-engines installs it on Debian")
		}
	}
	home := t.TempDir()
	cmd := exec.Command(binary, "--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0", "about:blank")
	cmd.Env = append(cmd.Environ(), "HOME="+home, "MOZ_DISABLE_CONTENT_SANDBOX=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	start(t, cmd)
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if _, at, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
				address <- strings.TrimSpace(at)
			}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var at string
	select {
	case at = <-address:
	case <-ctx.Done():
		t.Fatal("Firefox did not say where it listens")
	}
	conn, _, err := websocket.Dial(ctx, at+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(64 << 20)
	b := &bidi{conn: conn}
	t.Cleanup(func() { conn.CloseNow() })
	var tree struct {
		Contexts []struct {
			Context string `json:"context"`
		} `json:"contexts"`
	}
	if err := b.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.call("browsingContext.getTree", map[string]any{}, &tree); err != nil || len(tree.Contexts) == 0 {
		t.Fatalf("no window: %v", err)
	}
	b.context = tree.Contexts[0].Context
	return b
}

func (b *bidi) call(method string, params map[string]any, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	b.id++
	message, err := json.Marshal(map[string]any{"id": b.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := b.conn.Write(ctx, websocket.MessageText, message); err != nil {
		return err
	}
	for {
		_, raw, err := b.conn.Read(ctx)
		if err != nil {
			return err
		}
		var reply struct {
			ID      int             `json:"id"`
			Result  json.RawMessage `json:"result"`
			Error   string          `json:"error"`
			Message string          `json:"message"`
		}
		if err := json.Unmarshal(raw, &reply); err != nil {
			return err
		}
		switch {
		case reply.ID != b.id: // an event
			continue
		case reply.Error != "":
			return fmt.Errorf("%s: %s: %s", method, reply.Error, reply.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(reply.Result, result)
	}
}

func (b *bidi) open(url string) error {
	return b.call("browsingContext.navigate", map[string]any{"context": b.context, "url": url, "wait": "complete"}, nil)
}

func (b *bidi) eval(expression string) ([]byte, error) {
	var out struct {
		Result    struct{ Value string } `json:"result"`
		Exception *struct{ Text string } `json:"exceptionDetails"`
	}
	err := b.call("script.evaluate", map[string]any{
		"expression": "(async () => JSON.stringify(await (" + expression + ")))()", "awaitPromise": true, "target": map[string]any{"context": b.context},
	}, &out)
	if err == nil && out.Exception != nil {
		err = errors.New(out.Exception.Text)
	}
	return []byte(out.Result.Value), err
}

func (b *bidi) screenshot() ([]byte, error) {
	var out struct{ Data string }
	if err := b.call("browsingContext.captureScreenshot", map[string]any{"context": b.context}, &out); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(out.Data)
}
