package importer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// splitWhole is what a lineSplitter does, of a file at hand.
func splitWhole(file []byte, most int) (out []string) {
	file = bytes.TrimPrefix(file, []byte("\xef\xbb\xbf"))
	for i, line := range bytes.SplitAfter(file, []byte("\n")) {
		switch {
		case len(line) > most:
			out = append(out, fmt.Sprint(i+1, " long"))
		case len(bytes.Trim(line, " \t\r\n")) > 0:
			out = append(out, fmt.Sprintf("%d %q", i+1, line))
		}
	}
	return out
}

func splitInPieces(file []byte, most, piece int) (out []string) {
	s := &lineSplitter{most: most,
		one:  func(line []byte, row int) error { out = append(out, fmt.Sprintf("%d %q", row, line)); return nil },
		long: func(row int) { out = append(out, fmt.Sprint(row, " long")) }}
	for part := range slices.Chunk(file, piece) {
		_, _ = s.Write(part)
	}
	_ = s.Close()
	return out
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\n\n  \r\nlonger than most\nb"), 3)
	f.Add([]byte("\xef\xbb\xbfa\nb\n"), 1)
	f.Add([]byte(strings.Repeat("x", 40)+"\n\n"+strings.Repeat("y", 12)), 5)
	f.Fuzz(func(t *testing.T, file []byte, piece int) {
		const most = 12
		if bytes.HasPrefix(file, []byte("\xef\xbb\xbf")) && len(bytes.SplitAfter(file, []byte("\n"))[0]) > most {
			return // the mark counts, which for 64 MiB is no matter
		}
		if got, want := splitInPieces(file, most, 1+int(uint(piece)%64)), splitWhole(file, most); !slices.Equal(got, want) {
			t.Errorf("%q in pieces of %d: %q, want %q", file, piece, got, want)
		}
	})
}
