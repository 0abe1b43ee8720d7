package browsertest

import (
	"net/http"
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
)

// hashOf is the hash of the shipped data of a model, of its first workload.
func hashOf(t *testing.T, model string) string {
	t.Helper()
	_, files := packed(t)
	for _, file := range files {
		if _, index, _, err := data.OpenFile(file); err == nil && index != nil {
			for _, x := range index.Bundles {
				if x.Model == model {
					return x.SHA256
				}
			}
		}
	}
	t.Fatal("no data of", model)
	return ""
}

// A hash that is another model's, whose bundle is open already, does not pass for
// data of the tag's own model: the element says whose it is, and what was written
// stays.
func TestEmbedHashOfAnotherModel(t *testing.T) {
	other := hashOf(t, "GLM-5")
	p := Open(t, Article(t, Serve(t, site(t), nil), "", `<iso-table model="GLM-5" hash="`+other+`"></iso-table>`+tag(t)))
	p.Wait(states + ` === "live,live"`)
	for _, c := range []struct{ element, state, says string }{
		{"[0]", "live", "Today’s figures are on show."},
		{"[1]", "author", "The author’s figures are on show as they were written."},
	} {
		element := `document.querySelectorAll("iso-table")` + c.element
		Eval[bool](p, `(`+element+`.setAttribute("model", "DeepSeek-V4-Pro"), `+element+`.setAttribute("workload", "8192/1024"), `+element+`.setAttribute("hash", "`+other+`"), true)`)
		p.Wait(element + `.state === "` + c.state + `" && ` + element + `.figures === "` + map[string]string{"live": "today", "author": "author"}[c.state] + `"`)
		note := Eval[string](p, element+`.shadowRoot.querySelector(".note").textContent`)
		if !strings.Contains(note, "hash: is that of the data of GLM-5") || !strings.Contains(note, "not of DeepSeek-V4-Pro, 8192/1024") || !strings.Contains(note, c.says) {
			t.Errorf("%s: the note says %q", c.element, note)
		}
		// Where nothing was written there is nothing to choose.
		if got := Eval[bool](p, element+`.shadowRoot.querySelector("[data-figures]") !== null`); got != (c.state == "author") {
			t.Errorf("%s: a choice: %v", c.element, got)
		}
		if strings.Contains(note, "moved on") {
			t.Errorf("%s: nothing has moved on: %q", c.element, note)
		}
	}
}

// Where a host serves another model's file under the name of this model's old
// one, whose hash it does have, what was written stays too.
func TestEmbedOldFileOfAnotherModel(t *testing.T) {
	bundle, _, _ := before(t)
	_, _, b, err := data.OpenFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	points := make([]data.Point, b.Len())
	for i := range points {
		points[i] = b.Point(i)
		points[i].Model = "Another"
	}
	if bundle, err = data.EncodePoints("Another", b.Workload(), points); err != nil {
		t.Fatal(err)
	}
	_, _, b, err = data.OpenFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	url := Serve(t, site(t), func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "."+b.SHA256()[:12]+".msgpack") {
				w.Header().Set("Access-Control-Allow-Origin", "*")
				w.Write(bundle)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	p := Open(t, Article(t, url, "", strings.Replace(tag(t), hashOf(t, "DeepSeek-V4-Pro"), b.SHA256(), 1)))
	settled(p, "author")
	if note := p.shadowText(".note"); !strings.Contains(note, "hash: is that of the data of Another") || !strings.Contains(note, "as they were written") {
		t.Errorf("the note says %q", note)
	}
}
