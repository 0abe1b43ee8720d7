//go:build linux && amd64

package edgetest

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"testing"
)

// 500 requests at 8 at once, the first ones of them on a cold isolate, without
// an error and each with its own answer.
func TestManyAtOnce(t *testing.T) {
	type asked struct {
		path string
		want []byte
	}
	var all []asked
	for i, q := range questions {
		path, args := address(q, formats[i%len(formats)])
		all = append(all, asked{path, printed(t, args...)})
	}
	w := start(t, folder(t))
	todo := make(chan asked)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for a := range todo {
				res, err := client.Get(w.url + a.path)
				if err != nil {
					t.Error(err)
					continue
				}
				body, err := io.ReadAll(res.Body)
				res.Body.Close()
				if err != nil || res.StatusCode != http.StatusOK || !bytes.Equal(body, a.want) {
					t.Errorf("%s: %d, %d bytes, want %d: %v", a.path, res.StatusCode, len(body), len(a.want), err)
				}
			}
		})
	}
	for i := range 500 {
		todo <- all[i%len(all)]
	}
	close(todo)
	wg.Wait()
}
