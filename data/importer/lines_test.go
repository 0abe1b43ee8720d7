package importer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
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

// A file of JSON lines that another program has made an array of, or has laid out over
// several lines, is read alike.
func TestLinesInAnotherLayout(t *testing.T) {
	var records []json.RawMessage
	for line := range strings.Lines(aiperfFile) {
		if line = strings.TrimSpace(line); line != "" {
			records = append(records, json.RawMessage(line))
		}
	}
	array, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := json.MarshalIndent(records, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var one bytes.Buffer
	for _, r := range records {
		if err := json.Indent(&one, r, "", "  "); err != nil {
			t.Fatal(err)
		}
		one.WriteByte('\n')
	}
	_, want := gather(t, aiperfFile)
	for name, text := range map[string]string{"an array": string(array), "an array over lines": string(wide), "objects over lines": one.String(),
		"a byte-order mark": "\ufeff" + string(wide), "CRLF": strings.ReplaceAll(one.String(), "\n", "\r\n"), "a brace and more on the first line": strings.ReplaceAll(one.String(), "{\n  \"metadata\"", "{ \"metadata\"")} {
		traces, got := gather(t, text)
		if len(traces) != 1 || len(traces[0].Refused) > 0 || traces[0].Records != 4 {
			t.Errorf("%s: %d records, refused %v", name, traces[0].Records, traces[0].Refused)
		}
		if !reflect.DeepEqual(got.records, want.records) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got.records, want.records)
		}
	}
	if traces, _ := gather(t, aiperfOne[:200]+"\n"+aiperfOne+"\n"); len(traces[0].Refused) != 1 || traces[0].Records != 1 {
		t.Errorf("a torn first line costs more than itself: %v", traces[0].Refused)
	}
}

// Wherever its last line is cut, a file is; one whose last line is no JSON at all, or
// whole but for its end, is not.
func TestACutFile(t *testing.T) {
	for cut := 1; cut < len(aiperfOne); cut++ {
		if traces, _ := gather(t, aiperfOne+"\n"+aiperfOne[:cut]); !traces[0].Cut || traces[0].Records != 1 {
			t.Errorf("cut behind %q: %+v", aiperfOne[:cut], traces[0])
		}
	}
	for _, last := range []string{"", "\n", aiperfOne, "the end", aiperfOne[:40] + "\n"} {
		if traces, _ := gather(t, aiperfOne+"\n"+last); traces[0].Cut {
			t.Errorf("%q is taken for a cut", last)
		}
	}
}
