package dataview_test

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/dataview"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/sources"
)

// page renders the view of packed files, the index under data/index.msgpack.
func page(t *testing.T, files map[string][]byte) string {
	t.Helper()
	out, err := dataview.Render("data/index.msgpack", true, func(path string) ([]byte, error) {
		name := strings.TrimPrefix(path, "data/")
		for have, file := range files {
			if have == name || name == "index.msgpack" && strings.HasPrefix(have, "index") {
				return file, nil
			}
		}
		return nil, fs.ErrNotExist
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func shipped(t *testing.T) map[string][]byte {
	t.Helper()
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func rows(t *testing.T, name string) (rows []map[string]string) {
	t.Helper()
	f, err := sources.Files().Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, head := range lines[0] {
			row[head] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// rowOf is the row of a table that names something.
func rowOf(t *testing.T, page, name string) string {
	t.Helper()
	for _, row := range strings.Split(page, "<tr")[1:] {
		if row, _, _ = strings.Cut(row, "</tr>"); strings.Contains(row, name) {
			return row
		}
	}
	t.Fatalf("no row names %s", name)
	return ""
}

// Every source has its points counted, and they are those of the CSV files.
func TestCountsThePointsOfEverySource(t *testing.T) {
	page := page(t, shipped(t))
	want := map[string]int{}
	for _, file := range []string{sources.OperatingPoints, sources.AgenticPoints} {
		for _, row := range rows(t, file) {
			want[row["source"]]++
		}
	}
	for _, s := range rows(t, sources.List) {
		row := rowOf(t, page, ">"+s["title"]+"<")
		kind := map[string]string{"true": "published", "false": "rolling"}[s["dated"]]
		points, dates := "–", ">prices of 2026-"
		if n := want[s["id"]]; n > 0 {
			points, dates = strconv.Itoa(n), ">measured 20"
		} else {
			kind = "price sheet"
		}
		for _, part := range []string{dates, `<a href="` + s["url"] + `"`, ">" + kind + "</td>", ">" + s["note"] + "</td>", ">" + points + "</td>"} {
			if !strings.Contains(row, part) {
				t.Errorf("%s lacks %s: %s", s["id"], part, row)
			}
		}
		delete(want, s["id"])
	}
	if len(want) > 0 {
		t.Errorf("points of sources that are not listed: %v", want)
	}
	if row := rowOf(t, page, "Synthetic data, not a measurement"); !strings.Contains(row, ">synthetic</td>") {
		t.Error(row)
	}
}

func TestListsEveryFileWithItsHash(t *testing.T) {
	files := shipped(t)
	page := page(t, files)
	newest := ""
	for _, file := range []string{sources.OperatingPoints, sources.AgenticPoints} {
		for _, row := range rows(t, file) {
			newest = max(newest, row["measured_on"])
		}
	}
	for name, file := range files {
		sha := data.Sum(file)
		if strings.HasPrefix(name, "index") {
			name = "index.msgpack"
			for _, part := range []string{"data measured until " + newest + ", index SHA-256 " + sha + ".", "@misc{isofront2026-" + sha[:8] + ",\n", "  year = {2026},\n",
				`<span data-place="  url = {%},&#10;"></span>  note = {Data measured until ` + newest + ", index SHA-256 " + sha + "}\n}"} {
				if !strings.Contains(page, part) {
					t.Errorf("no %s in the citations", part)
				}
			}
		}
		row := rowOf(t, page, sha)
		for _, part := range []string{`data-sha="` + sha + `"`, `<a href="data/` + name + `" download>` + name + `<`, ">" + sha + "</td>", ">" + grouped(len(file)) + "</td>"} {
			if !strings.Contains(row, part) {
				t.Errorf("%s lacks %s: %s", name, part, row)
			}
		}
	}
}

func grouped(n int) string {
	if n >= 1000 {
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	return strconv.Itoa(n)
}

func TestShowsTheSheets(t *testing.T) {
	sheets := strings.Split(page(t, shipped(t)), "<details")[1:]
	if len(sheets) != 3 || !strings.HasPrefix(sheets[0], ` open><summary>2026-08-14`) {
		t.Fatalf("%d sheets, the first %.60s", len(sheets), sheets[0])
	}
	for _, r := range rows(t, sources.Prices) {
		for _, sheet := range sheets {
			if !strings.Contains(sheet, "<summary>"+r["as_of"]+"</summary>") {
				continue
			}
			row := rowOf(t, sheet, ">"+strings.ToUpper(r["hardware"])+"<")
			if !strings.Contains(row, ">"+r["all_in_kw_per_gpu"]+"</td>") || (r["tdp_w"] == "") != strings.HasSuffix(row, ">absent</td>") {
				t.Errorf("%s %s: %s", r["as_of"], r["hardware"], row)
			}
		}
	}
}

// What data say is text: no script runs from a link, no markup from a name.
func TestTrustsNoData(t *testing.T) {
	p := data.Point{Model: "<b>M</b>", Workload: "8/1", Hardware: "h<i>", Framework: "f", Precision: "p", SpecDecoding: "none", Concurrency: 1, Source: "evil"}
	p.Values[data.TputPerGPU], p.Values[data.Interactivity] = opt.Of(9), opt.Of(9)
	q := p
	q.Concurrency, q.Source = 2, "<script>nowhere"
	bundle, err := data.EncodePoints(p.Model, p.Workload, []data.Point{p, q})
	if err != nil {
		t.Fatal(err)
	}
	_, _, b, err := data.OpenFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{
		Bundles: []data.BundleEntry{data.Describe(b, "points-m.msgpack")},
		Sources: []data.Source{{ID: "evil", Title: "<img src=x>", URL: "javascript:alert(1)", Note: `"><script>`}},
		Sheets:  []data.PriceSheet{{AsOf: "2026-01-01", Source: "evil", Rows: []data.PriceRow{{Hardware: "h<i>", Rental: opt.Of(1)}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	page := page(t, map[string][]byte{"index.msgpack": index, "points-m.msgpack": bundle})
	for _, bad := range []string{"<b>M", "<i>", "<I>", "<img", "<script", "href=\"javascript", "ZgotmplZ"} {
		if strings.Contains(page, bad) {
			t.Errorf("%s is live", bad)
		}
	}
	for _, part := range []string{"&lt;img src=x&gt;", "&lt;script&gt;nowhere", "not described in this data", "absent"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
}

// What is no index, or lacks a bundle, is an error and no half a page.
func TestRefuses(t *testing.T) {
	files := shipped(t)
	for name, read := range map[string]func(path string) ([]byte, error){
		"nothing": func(string) ([]byte, error) { return nil, fs.ErrNotExist },
		"no index": func(string) ([]byte, error) {
			for name, file := range files {
				if strings.HasPrefix(name, "points") {
					return file, nil
				}
			}
			return nil, fs.ErrNotExist
		},
		"no bundles": func(path string) ([]byte, error) {
			for name, file := range files {
				if strings.HasPrefix(name, "index") && strings.HasSuffix(path, "index.msgpack") {
					return file, nil
				}
			}
			return nil, fs.ErrNotExist
		},
	} {
		if out, err := dataview.Render("index.msgpack", false, read); err == nil || out != nil {
			t.Errorf("%s: %.40s", name, out)
		}
	}
}

// TestShowsTheSpeed: sentences may be broken where a page is narrow, rows not.
func TestShowsTheSpeed(t *testing.T) {
	html := page(t, shipped(t))
	for _, want := range []string{"<span>One iso table of 64 series at 50 targets", "\n  TinyGo WebAssembly ", "  d3-shape "} {
		if !strings.Contains(html, want) {
			t.Errorf("the comparison of speeds has no %q", want)
		}
	}
	if strings.Contains(html, "<span> ") {
		t.Error("a row is taken for a sentence")
	}
}
