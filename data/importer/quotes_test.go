package importer

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A stray quote costs the row that holds it, wherever the next quote comes.
func TestStrayQuotes(t *testing.T) {
	stray := strings.Replace(good(8), "TP=8", `"TP=8`, 1)
	quoted := func(c int) string { return strings.Replace(good(c), "TP=8", `"TP=8, EP=8"`, 1) }
	lines := strings.Replace(header, "run", "comment", 1)
	for _, c := range []struct {
		name, text string
		refused    []string
		kept       []int // concurrencies
	}{
		{"never closed", header + good(4) + stray + good(16), []string{"row 3: a quoted field that is never closed"}, []int{4, 16}},
		{"closed by a quoted field behind it", header + good(4) + stray + good(16) + quoted(32) + good(64),
			[]string{"row 3: a quote in the wrong place"}, []int{4, 16, 32, 64}},
		{"closed by another in the same column", header + stray + good(16) + strings.Replace(good(32), "TP=8", `TP=8"`, 1) + good(64),
			[]string{`row 2: recipe: holds a line end: "TP=8,8,900,20,50,2026-05-22,r1,s1\nM,h10"...`, "row 4: a quote in the wrong place"}, []int{16, 64}},
		{"the fields of two rows as one", header + strings.Replace(good(8), "TP=8", `"TP=8`, 1) + good(16) + strings.Replace(good(32), "none", `none",agg`, 1) + good(64),
			[]string{"row 2: wrong number of fields: 21, the header has 16", "row 4: a quote in the wrong place"}, []int{16, 64}},
		{"a row of the right length over two lines", header + strings.Replace(good(8), ",TP=8,8,900,20,50,2026-05-22,r1,s1\n", ",\"TP=8\n", 1) + "x\",8,900,20,50,2026-05-22,r1,s1\n" + good(64),
			[]string{`row 2: recipe: holds a line end: "TP=8\nx"`, "row 3: a quote in the wrong place"}, []int{64}},
		{"in the last row", header + good(4) + strings.TrimSpace(stray), []string{"row 3: a quoted field that is never closed"}, []int{4}},
		{"two lines in a column that is not read", lines + strings.Replace(good(4), "r1", "\"a\nb\"", 1) + good(8), nil, []int{4, 8}},
		{"the same, and a bad number", lines + strings.Replace(strings.Replace(good(4), "r1", "\"a\nb\"", 1), "900", "fast", 1) + good(8),
			[]string{`row 2: tput_per_gpu: is not a number: "fast"`}, []int{8}},
	} {
		res := read(t, c.text)
		var want []string
		for _, r := range c.refused {
			want = append(want, "points.csv: "+r)
		}
		var kept []int
		for _, p := range res.Points {
			kept = append(kept, p.Concurrency)
		}
		if diff := cmp.Diff(want, notes(res.Refused)) + cmp.Diff(c.kept, kept); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// One stray quote in a large file: one row is lost, in bounded memory and time.
func TestStrayQuoteInALargeFile(t *testing.T) {
	const rows = 60_000 // 4 MB
	var b strings.Builder
	b.WriteString(header)
	for i := range rows {
		row := good(i + 1)
		if i == 100 {
			row = strings.Replace(row, "TP=8", `"TP=8`, 1)
		}
		b.WriteString(row)
	}
	csv := newCSVReader(strings.NewReader(b.String()))
	good, bad := 0, 0
	for {
		fields, reason, err := csv.read()
		if err == io.EOF {
			break
		}
		if len(fields) == 16 {
			good++
		} else if reason == reasonUnclosed && csv.row == 102 {
			bad++
		}
	}
	if good != rows || bad != 1 || len(csv.buf) > 4<<20 {
		t.Errorf("%d rows with the header, %d refused, a buffer of %d bytes", good, bad, len(csv.buf))
	}
}

// A file each of whose lines opens a field that goes on to the end takes time in
// proportion to its length: some 800,000 lines, each followed by 1 MiB.
func TestQuotesInEveryLine(t *testing.T) {
	csv := newCSVReader(strings.NewReader(strings.Repeat("a\",\"\n", 4<<20/5)))
	rows := 0
	for {
		_, _, err := csv.read()
		if err == io.EOF {
			break
		}
		rows++
	}
	if rows != 4<<20/5 || csv.again > 40<<20 {
		t.Errorf("%d rows, %d bytes read again", rows, csv.again)
	}
}
