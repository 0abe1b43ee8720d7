package main

import "testing"

// TestListFiles: of many files of one folder the folder is named once.
func TestListFiles(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{"in/a.json"}, "in/a.json"},
		{[]string{"in/a.json", "in/b.json"}, "in/a.json, in/b.json"},
		{[]string{"in/a.json", "in/b.json", "in/c.json"}, "a.json, b.json, c.json of in"},
		{[]string{"in/a.json", "in/b.json", "on/d.json"}, "in/a.json, in/b.json, on/d.json"},
		{[]string{"a.json", "b.json", "c.json", "d.json"}, "a.json, b.json, c.json, d.json"},
		{[]string{"x.zip/a.json", "x.zip/b.json", "x.zip/c.json"}, "a.json, b.json, c.json of x.zip"},
		{[]string{"a\x1bb/1.csv", "a\x1bb/2.csv", "a\x1bb/3.csv"}, `1.csv, 2.csv, 3.csv of "a\x1bb"`},
	} {
		if got := listFiles(c.files); got != c.want {
			t.Errorf("%q: %s, want %s", c.files, got, c.want)
		}
	}
}
