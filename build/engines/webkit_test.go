//go:build engines

package engines

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// driver speaks W3C WebDriver (https://www.w3.org/TR/webdriver2).
type driver struct{ session string }

func webkit(t *testing.T) engine {
	mini, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser")
	if len(mini) == 0 {
		t.Fatal("WebKit's MiniBrowser is missing: make deps-engines installs it on Debian")
	}
	env := append(os.Environ(), "DISPLAY=:"+display(t), "LIBGL_ALWAYS_SOFTWARE=1", "LC_ALL=en_US.UTF-8", "LANG=en_US.UTF-8",
		"HOME="+t.TempDir(), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1") // the sandbox needs more than a container grants
	port := free(t)
	cmd := exec.Command("WebKitWebDriver", "--port="+port)
	cmd.Env = env
	start(t, cmd)
	d := &driver{}
	base := "http://127.0.0.1:" + port + "/session"
	var made struct{ SessionID string }
	capabilities := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": mini[len(mini)-1], "args": []string{"--automation"}},
	}}}
	var err error
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if err = post(base, capabilities, &made); err == nil {
			break
		}
	}
	if err != nil {
		t.Fatalf("WebKitWebDriver: %v", err)
	}
	d.session = base + "/" + made.SessionID
	t.Cleanup(func() {
		if r, err := http.NewRequest(http.MethodDelete, d.session, nil); err == nil {
			if answer, err := http.DefaultClient.Do(r); err == nil {
				answer.Body.Close()
			}
		}
	})
	if err := post(d.session+"/timeouts", map[string]any{"script": 60000}, nil); err != nil {
		t.Fatal(err)
	}
	return d
}

// display starts a screen in memory and returns its number.
func display(t *testing.T) string {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	start(t, cmd)
	write.Close()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb: %v", err)
	}
	return strings.TrimSpace(line)
}

func free(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// post sends one command and reads the value of its answer.
func post(url string, body, value any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	answer, err := http.Post(url, "application/json", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return answered(answer, value)
}

func answered(answer *http.Response, value any) error {
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", answer.Status, raw)
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(raw, &struct{ Value any }{value})
}

func (d *driver) open(url string) error {
	return post(d.session+"/url", map[string]any{"url": url}, nil)
}

func (d *driver) eval(expression string) ([]byte, error) {
	var out []string
	err := post(d.session+"/execute/async", map[string]any{"args": []any{}, "script": `
		const done = arguments[arguments.length - 1];
		(async () => JSON.stringify(await (` + expression + `)))().then((v) => done(["", v]), (e) => done([String(e), ""]));`}, &out)
	if err == nil && (len(out) != 2 || out[0] != "") {
		err = fmt.Errorf("%q", out)
	}
	if err != nil {
		return nil, err
	}
	return []byte(out[1]), nil
}

func (d *driver) screenshot() ([]byte, error) {
	answer, err := http.Get(d.session + "/screenshot")
	if err != nil {
		return nil, err
	}
	var data string
	if err := answered(answer, &data); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(data)
}
