package main

import "testing"

// TestListFiles: of many files of one folder the folder is named once.
func TestListFiles(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{"in/a.json"}, "in/a.json"},
		{[]string{"in/a.json", "in/b.json", "in/c.json"}, "in/a.json, in/b.json, in/c.json"},
		{[]string{"in/a.json", "in/b.json", "in/c.json", "in/d.json"}, "in/a.json and 3 more files of in"},
		{[]string{"in/a.json", "in/b.json", "in/c.json", "on/d.json"}, "in/a.json, in/b.json, in/c.json, on/d.json"},
		{[]string{"a.json", "b.json", "c.json", "d.json"}, "a.json, b.json, c.json, d.json"},
		{[]string{"x.zip/a.json", "x.zip/b.json", "x.zip/c.json", "x.zip/d.json"}, "x.zip/a.json and 3 more files of x.zip"},
	} {
		if got := listFiles(c.files); got != c.want {
			t.Errorf("%q: %s, want %s", c.files, got, c.want)
		}
	}
}
