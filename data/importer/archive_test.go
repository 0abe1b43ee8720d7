package importer

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// rawEntry is an entry of a zip whose header may say what is not so.
type rawEntry struct {
	name    string
	content string // stored as it is
	claims  func(*zip.FileHeader)
}

func rawZip(t testing.TB, entries ...rawEntry) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(e.content)),
			CompressedSize64: uint64(len(e.content)), UncompressedSize64: uint64(len(e.content))}
		if e.claims != nil {
			e.claims(h)
		}
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = w.Write([]byte(e.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// overlapped is a zip whose entries all have the content of the first.
func overlapped(t testing.TB, n int, content string) string {
	t.Helper()
	var entries []rawEntry
	for i := range n {
		e := rawEntry{name: fmt.Sprintf("%04d.json", i)}
		if i == 0 {
			e.content = content
		}
		entries = append(entries, e)
	}
	file := []byte(rawZip(t, entries...))
	index := bytes.Index(file, []byte("PK\x01\x02"))
	for at := index; at+46 <= len(file) && string(file[at:at+4]) == "PK\x01\x02"; at += 46 + int(binary.LittleEndian.Uint16(file[at+28:])) {
		binary.LittleEndian.PutUint32(file[at+16:], crc32.ChecksumIEEE([]byte(content)))
		binary.LittleEndian.PutUint32(file[at+20:], uint32(len(content)))
		binary.LittleEndian.PutUint32(file[at+24:], uint32(len(content)))
		binary.LittleEndian.PutUint32(file[at+42:], 0)
	}
	return string(file)
}

// Zips that are damaged, made to harm or written by odd programs: each is read or says in a
// line what is wrong, and takes neither long nor memory.
func TestOddZips(t *testing.T) {
	packed := zipOf(t, "a.json", aggFlat) // deflated, with a data descriptor
	damaged := []byte(packed)
	damaged[60] ^= 0x55
	for name, c := range map[string]struct{ file, want string }{
		"a data descriptor":    {packed, ""},
		"stored":               {rawZip(t, rawEntry{"a.json", aggFlat, nil}), ""},
		"zip64 sizes":          {rawZip(t, rawEntry{"a.json", aggFlat, func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 33 }}), "in/x.zip/a.json: is damaged"},
		"more than it holds":   {rawZip(t, rawEntry{"a.json", aggFlat, func(h *zip.FileHeader) { h.CompressedSize64 = 1 << 33 }}), "in/x.zip: its entries claim more bytes than it holds"},
		"encrypted":            {rawZip(t, rawEntry{"a.json", aggFlat, func(h *zip.FileHeader) { h.Flags |= 1 }}), "in/x.zip/a.json: is encrypted: pack it again without a password"},
		"encrypted, unknown":   {rawZip(t, rawEntry{"notes.txt", "hello", func(h *zip.FileHeader) { h.Flags |= 1 }}), "in/x.zip/notes.txt: is encrypted"},
		"another method":       {rawZip(t, rawEntry{"a.json", aggFlat, func(h *zip.FileHeader) { h.Method = 93 }}), "in/x.zip/a.json: is packed by a method that is not read: deflate is"},
		"a wrong checksum":     {rawZip(t, rawEntry{"a.json", aggFlat, func(h *zip.FileHeader) { h.CRC32++ }}), "in/x.zip/a.json: is damaged: what it unpacks to is not what was packed"},
		"a smaller size":       {rawZip(t, rawEntry{"a.json", aggFlat, func(h *zip.FileHeader) { h.UncompressedSize64 -= 9 }}), "in/x.zip/a.json: is damaged"},
		"damaged":              {string(damaged), "in/x.zip/a.json: "},
		"bytes taken out":      {packed[:40] + packed[48:], "in/x.zip/a.json: is damaged"},
		"cut":                  {packed[:len(packed)-30], "in/x.zip: it is cut short or damaged: no whole zip file"},
		"overlapping":          {overlapped(t, 2000, aggFlat), "in/x.zip: its entries claim more bytes than it holds, so that they overlap"},
		"leaves by backslash":  {zipOf(t, `..\x.json`, aggFlat), "unsafe name"},
		"parts by backslash":   {zipOf(t, `d\`, "", `d\a.json`, aggFlat), ""},
		"twice, by backslash":  {zipOf(t, `d\a.json`, aggFlat, "d/a.json", aggFlat), "two entries called"},
		"a time in its name":   {zipOf(t, "2026-05-27T10:11:12.json", aggFlat), ""},
		"folders of their own": {zipOf(t, "d/", "", "d/e/", "", "d/e/a.json", aggFlat), ""},
		"a folder's name":      {zipOf(t, "a.json/", "", "a.json", aggFlat), ""},
		"a name in Latin-1":    {zipOf(t, "\xe4.json", aggFlat), `in/x.zip: an entry whose name "\xe4.json" is not UTF-8`},
		"a name of nothing":    {zipOf(t, "", aggFlat), "unsafe name"},
		"a very long name":     {zipOf(t, strings.Repeat("x", 60_000)+".json", aggFlat), ""},
		"bytes before it":      {"#!/bin/sh\n" + packed, "it is called a zip and does not begin as one"},
		"empty":                {zipOf(t), ""},
		"none":                 {"model,hardware\n", "it is called a zip and does not begin as one"},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start, kept, refused := time.Now(), 0, error(nil)
			skipped, err := treeOf("x.zip", c.file).Read(func(r *Result) error { kept += r.Kept; refused = cmp.Or(refused, broken(r)); return nil })
			err = cmp.Or(err, refused)
			runtime.ReadMemStats(&after)
			switch said := fmt.Sprint(err, skipped); {
			case c.want == "" && (err != nil || len(skipped) > 0 || kept != 1 && name != "empty"):
				t.Errorf("%d kept, %v, skipped %v", kept, err, skipped)
			case c.want != "" && (name == "bytes before it" || name == "none"):
				if kept > 0 || len(skipped) != 1 || skipped[0].Why != c.want {
					t.Errorf("%s", said)
				}
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), ": zip: ") || strings.Contains(err.Error(), ": flate: ") || kept > 0):
				t.Errorf("%d kept, %s, want %s", kept, said, c.want)
			}
			if mib := (after.TotalAlloc - before.TotalAlloc) >> 20; mib > 8 || time.Since(start) > 5*time.Second {
				t.Errorf("%d MiB allocated, %v", mib, time.Since(start))
			}
		})
	}
}

// broken is why a file was refused as a whole.
func broken(r *Result) error {
	if r.Kept == 0 && len(r.Refused) == 1 && r.Refused[0].Row == 0 {
		return errors.New(r.Refused[0].String())
	}
	return nil
}

// A file that cannot be read to its end is refused as a whole, and what lies beside it
// is kept; where the whole is asked for, it ends the reading.
func TestABrokenFileBesideGoodOnes(t *testing.T) {
	half := "[" + strings.TrimSpace(aggFlat) + "," + aggFlat[:len(aggFlat)/2]
	const why = "row 2: the file ends in the middle of a value: it was cut short"
	for name, c := range map[string]struct {
		files []string
		where string
	}{
		"in a folder":  {[]string{"a.json", half, "b.json", aggFlat}, "in/a.json"},
		"in a zip":     {[]string{"x.zip", zipOf(t, "a.json", half, "b.json", aggFlat)}, "in/x.zip/a.json"},
		"a zip itself": {[]string{"a.zip", zipOf(t, "a.json", aggFlat)[:100], "b.json", aggFlat}, "in/a.zip"},
	} {
		want := c.where + ": " + why
		if name == "a zip itself" {
			want = "in/a.zip: it is cut short or damaged: no whole zip file"
		}
		kept, said := 0, error(nil)
		take := func(r *Result) error { kept += r.Kept; said = cmp.Or(said, broken(r)); return nil }
		if skipped, err := treeOf(c.files...).Read(take); err != nil || len(skipped) > 0 || kept != 1 || fmt.Sprint(said) != want {
			t.Errorf("%s: %d kept, refused %v, skipped %v, error %v", name, kept, said, skipped, err)
		}
		if strings.Contains(c.where, ".zip/") {
			continue // of a zip that is whole, its files are looked at one by one
		}
		whole := treeOf(c.files...)
		whole.Whole = true
		if _, err := whole.Read(take); err == nil || err.Error() != "importer: "+want {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What a zip says of its own files is of no other.
	said := error(nil)
	kept := 0
	take := func(r *Result) error { kept += r.Kept; said = cmp.Or(said, broken(r)); return nil }
	if _, err := treeOf("a.zip", zipOf(t, "isofront.json", `{"gpus":1`, "a.json", aggFlat), "b.json", aggFlat).Read(take); err != nil || kept != 1 || said == nil || !strings.HasPrefix(said.Error(), "in/a.zip: in/a.zip/isofront.json: ") {
		t.Errorf("a zip with a broken isofront.json: %d kept, %v, %v", kept, said, err)
	}
	// A broken summary is named with the file of requests that it costs.
	said, kept = nil, 0
	if _, err := treeOf("a/profile_export.jsonl", aiperfFile, "a/profile_export_aiperf.json", aiperfSummary[:len(aiperfSummary)/2], "b.json", aggFlat).Read(take); err != nil || kept != 1 || said == nil || !strings.HasPrefix(said.Error(), "in/a/profile_export.jsonl: profile_export_aiperf.json: ") {
		t.Errorf("a broken summary: %d kept, %v, %v", kept, said, err)
	}
	// What is made to cost memory, and a disk that fails, end the reading in every format.
	for name, text := range map[string]string{"agg": aggFlat, "requests": vllmDetailed} {
		end := strings.LastIndexByte(text, '}')
		pad := text[:end] + `,"x":"` + strings.Repeat("x", 64<<20) + `"` + text[end:]
		if _, err := treeOf("a.zip", zipOf(t, "a.json", pad)).Read(take); !errors.Is(err, errBomb) {
			t.Errorf("%s: a bomb: %v", name, err)
		}
		failing := treeOf("a.json", text)
		failing.Open = func(string) (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(text[:len(text)-9]), iotest.ErrReader(&fs.PathError{Op: "read", Path: "a.json", Err: errors.New("input/output error")}))), nil
		}
		if _, err := failing.Read(take); err == nil || !strings.Contains(err.Error(), "input/output error") {
			t.Errorf("%s: a disk that fails: %v", name, err)
		}
	}
	gone := treeOf("a.json", aggFlat)
	gone.Open = func(string) (io.ReadCloser, error) { return os.Open("no such file") }
	if _, err := gone.Read(func(*Result) error { return nil }); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that cannot be opened: %v", err)
	}
}

// Of a zip with bytes changed, cut or put in anywhere nothing is kept but what was packed.
func TestBentZips(t *testing.T) {
	file := zipOf(t, "a.json", aggFlat, "d/b.csv", header+good(4)+good(8), "notes.txt", "hello")
	honest := map[string]bool{}
	points := func(file string, each func(string)) {
		_, err := treeOf("x.zip", file).Read(func(r *Result) error {
			for _, p := range r.Points {
				each(fmt.Sprint(p))
			}
			return nil
		})
		if err != nil && (!strings.HasPrefix(err.Error(), "importer: in/x.zip") || len(err.Error()) > 400) {
			t.Errorf("%v", err)
		}
	}
	points(file, func(p string) { honest[p] = true })
	if len(honest) != 3 {
		t.Fatalf("%d points", len(honest))
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		bent := []byte(file)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(bent))
			switch rng.IntN(4) {
			case 0, 1:
				bent[at] ^= 1 << rng.IntN(8)
			case 2:
				bent = append(bent[:at], bent[min(at+1+rng.IntN(8), len(bent)):]...)
			default:
				bent = append(bent[:at], append([]byte{byte(rng.IntN(256))}, bent[at:]...)...)
			}
			if len(bent) == 0 {
				break
			}
		}
		points(string(bent), func(p string) {
			if !honest[p] {
				t.Errorf("a point that was not packed: %s", p)
			}
		})
	}
}
