package data_test

import (
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/sources"
)

// shippedPoints are the agentic operating points that ship with the project:
// real rows with most metrics.
func shippedPoints(t testing.TB) []data.Point {
	t.Helper()
	f, err := sources.Files().Open(sources.AgenticPoints)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	res, err := importer.Read(sources.AgenticPoints, f)
	if err != nil {
		t.Fatal(err)
	}
	return res.Points
}

// shippedFile is the bundle of shippedPoints.
func shippedFile(t testing.TB) []byte {
	t.Helper()
	points := shippedPoints(t)
	file, err := data.EncodePoints(points[0].Model, points[0].Workload, points)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// opens reports whether a file is taken as what it is: points, an index or
// requests.
func opens(name string, file []byte) bool {
	if strings.HasPrefix(name, "requests-") {
		_, err := data.OpenRequests(file)
		return err == nil
	}
	_, _, _, err := data.OpenFile(file)
	return err == nil
}

// touched lists bytes to damage one by one. Every opening hashes the whole file,
// so that all bytes cost the square of the size: of files above 16 KiB it is the
// first and the last 256, which hold the frame, and every 211th between, a prime,
// so that they fall on every place in the columns' words.
func touched(size int) (out []int) {
	const whole, ends, stride = 16 << 10, 256, 211
	for i := 0; i < size; i++ {
		if size > whole && i == ends {
			for ; i < size-ends; i += stride {
				out = append(out, i)
			}
			i = size - ends
		}
		out = append(out, i)
	}
	return out
}

func TestEveryTruncationIsAnError(t *testing.T) {
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		if !opens(name, file) {
			t.Fatalf("%s does not open", name)
		}
		for _, n := range touched(len(file)) {
			if opens(name, file[:n:n]) {
				t.Fatalf("%s cut to %d of %d bytes opens", name, n, len(file))
			}
		}
		if opens(name, append(file[:len(file):len(file)], 0)) {
			t.Errorf("%s with a byte after its end opens", name)
		}
	}
}

// Every bit of small files; of large ones, one bit of each touched byte, a
// different one each time.
func TestEveryFlippedBitIsAnError(t *testing.T) {
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		at := touched(len(file))
		for k, i := range at {
			for bit := range 8 {
				if len(at) < len(file) && bit != k%8 {
					continue
				}
				file[i] ^= 1 << bit
				if opens(name, file) {
					t.Fatalf("%s with bit %d of byte %d flipped opens", name, bit, i)
				}
				file[i] ^= 1 << bit
			}
		}
	}
}

func TestFrameErrors(t *testing.T) {
	file := shippedFile(t)
	with := func(at int, bytes ...byte) []byte {
		out := append([]byte(nil), file[:at]...)
		out = append(out, bytes...)
		return append(out, file[at+1:]...)
	}
	const version = 10 // offset
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, "data: the file is empty"},
		{"something else", []byte("model,hardware\n"), "data: not an isofront file"},
		{"JSON", []byte("{}"), "data: not an isofront file"},
		{"version 2", with(version, 2), "data: written by a newer isofront (format version 2, this one reads up to 1)"},
		{"version 300", with(version, 0xcd, 1, 44), "data: written by a newer isofront (format version 300, this one reads up to 1)"},
		{"version 0", with(version, 0), "data: format version 0 does not exist"},
		{"version in a long form", with(version, 0xcc, 1), "data: the format version cannot be read"},
		{"version is text", with(version, 0xa0), "data: the format version cannot be read"},
		{"cut in the version", file[:version], "data: the format version cannot be read"},
		{"cut in the kind", file[:version+2], "data: the file is cut short or damaged"},
	} {
		_, _, _, err := data.OpenFile(c.file)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// The worked example of FORMAT.md is what is written.
func TestFormatExample(t *testing.T) {
	p := data.Point{Model: "M", Workload: "8/1", Hardware: "h100", Framework: "vllm", Precision: "fp8",
		SpecDecoding: "none", Official: true, Concurrency: 4}
	p.Values[data.TputPerGPU] = opt.Of(900)
	p.Values[data.Interactivity] = opt.Of(20)
	file, err := data.EncodePoints("M", "8/1", []data.Point{p})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(doc), "```hex\n")
	if !ok {
		t.Fatalf("FORMAT.md has no hex example; the file is\n%s", hex.Dump(file))
	}
	example, _, _ = strings.Cut(example, "```")
	var digits strings.Builder
	for line := range strings.Lines(example) {
		line, _, _ = strings.Cut(line, "|")
		digits.WriteString(strings.Join(strings.Fields(line), ""))
	}
	if digits.String() != hex.EncodeToString(file) {
		t.Errorf("FORMAT.md shows\n%s\nthe file is\n%s", digits.String(), hex.EncodeToString(file))
	}
}
