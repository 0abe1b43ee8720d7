package website

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// packed is a file's two compressed forms; nil where compressing gains nothing.
type packed struct{ br, gz []byte }

// addCompressed writes the siblings that a static host or a local server
// sends instead of the file itself.
func (b *builder) addCompressed(ctx context.Context) error {
	paths := slices.DeleteFunc(b.paths(), func(p string) bool { return p == headersName }) // for the host, not for readers
	b.log("compressing %d files", len(paths))
	results := make([]packed, len(paths))
	errs := make([]error, len(paths))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, p := range paths {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if ctx.Err() != nil {
				errs[i] = fmt.Errorf("website: %w", ctx.Err())
				return
			}
			results[i], errs[i] = b.compress(b.files[p])
		})
	}
	wg.Wait()
	for i, p := range paths {
		if errs[i] != nil {
			return errs[i]
		}
		if results[i].br != nil {
			b.files[p+".br"] = results[i].br
		}
		if results[i].gz != nil {
			b.files[p+".gz"] = results[i].gz
		}
	}
	return nil
}

// compress returns content's two forms. Brotli at its best quality takes two
// seconds per megabyte, so its results are kept in the cache.
func (b *builder) compress(content []byte) (packed, error) {
	quality, level := brotli.BestCompression, gzip.BestCompression
	if b.Quick {
		quality, level = 5, gzip.DefaultCompression
	}
	br, ok := cached(b.Cache, content)
	if !ok {
		var err error
		if br, err = brotliAt(quality, content); err != nil {
			return packed{}, fmt.Errorf("website: brotli: %w", err)
		}
		if !b.Quick {
			keep(b.Cache, content, br)
		}
	}
	var buf bytes.Buffer
	w, _ := gzip.NewWriterLevel(&buf, level) // the level is valid
	_, err := w.Write(content)
	if err == nil {
		err = w.Close() // the header carries neither name nor time
	}
	if err != nil {
		return packed{}, fmt.Errorf("website: gzip: %w", err)
	}
	p := packed{br: br, gz: buf.Bytes()}
	if len(p.br) >= len(content) {
		p.br = nil
	}
	if len(p.gz) >= len(content) {
		p.gz = nil
	}
	return p, nil
}

func brotliAt(quality int, content []byte) ([]byte, error) {
	var buf bytes.Buffer
	// 2^24 is the largest window that browsers accept.
	w := brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: quality, LGWin: 24})
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// keepFor is how long an unused result stays.
const keepFor = 30 * 24 * time.Hour

func defaultCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "isofront", "brotli-11-24")
}

func cacheFile(cache string, content []byte) string {
	sum := sha256.Sum256(content)
	return filepath.Join(cache, hex.EncodeToString(sum[:])+".br")
}

// cached returns a kept result. It is unpacked and compared before it is
// used: a damaged cache must not reach a site.
func cached(cache string, content []byte) ([]byte, bool) {
	if cache == "" {
		return nil, false
	}
	file := cacheFile(cache, content)
	br, err := os.ReadFile(file)
	if err != nil {
		return nil, false
	}
	back, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(br)), int64(len(content))+1))
	if err != nil || !bytes.Equal(back, content) {
		return nil, false
	}
	now := time.Now()
	os.Chtimes(file, now, now) // used: stays for longer
	return br, true
}

// keep stores a result and drops those long unused. Failures are of no
// consequence: the next build compresses again.
func keep(cache string, content, br []byte) {
	if cache == "" || os.MkdirAll(cache, 0o755) != nil {
		return
	}
	tmp, err := os.CreateTemp(cache, ".new-")
	if err != nil {
		return
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(br)
	if err2 := tmp.Close(); err != nil || err2 != nil {
		return
	}
	os.Rename(tmp.Name(), cacheFile(cache, content))

	entries, _ := os.ReadDir(cache)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keepFor {
			os.Remove(filepath.Join(cache, e.Name()))
		}
	}
}
