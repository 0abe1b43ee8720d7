package pack

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// put writes a file whose folders and itself are of a time.
func put(t *testing.T, path string, at time.Time) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	age(t, path, at)
}

func age(t *testing.T, path string, at time.Time) {
	t.Helper()
	for range 3 {
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		path = filepath.Dir(path)
	}
}

// A stage that a killed run left behind goes with the next run; what is young,
// not ours, or the only copy of something stays.
func TestStaleStages(t *testing.T) {
	parent := t.TempDir()
	old, young := time.Now().Add(-2*time.Hour), time.Now()
	const ours = "points-m-8192-1024.0123456789ab.msgpack"
	in := func(stage, part, name string, at time.Time) { put(t, filepath.Join(parent, stage, part, name), at) }
	in(".isofront-new-1", "new", ours, old)
	in(".isofront-new-2", "new", ours, young)
	in(".isofront-new-3", "new", "thesis.txt", old)
	in(".isofront-new-4", "notes", ours, old)
	in(".isofront-new-x", "new", ours, old)
	in(".isofront-new-5", "old", ours, old)
	in(".isofront-new-6", "old", ours, old)
	in(".isofront-new-6", "new", ours, old)
	in(".isofront-new-6", "old", ours, old)
	in(".isofront-new-7", "new/deep", ours, old)
	age(t, filepath.Join(parent, ".isofront-new-7", "new", "deep", ours), old)
	if err := os.Mkdir(filepath.Join(parent, ".isofront-new-8"), 0o700); err != nil {
		t.Fatal(err)
	}
	age(t, filepath.Join(parent, ".isofront-new-8"), old)
	put(t, filepath.Join(parent, ".isofront-new-9"), old)
	if err := os.Chmod(filepath.Join(parent, ".isofront-new-1", "new"), 0o555); err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"a.csv": header + rowA})
	if _, err := Pack([]string{dir}, filepath.Join(parent, "out")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(parent)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{".isofront-new-2", ".isofront-new-3", ".isofront-new-4", ".isofront-new-6", ".isofront-new-7", ".isofront-new-9", ".isofront-new-x", "out"}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Error(diff)
	}
}

// A folder that may not be written to is left as it is, and nothing beside it.
func TestReadOnlyOutput(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := folder(t, map[string]string{"a.csv": header + rowA, "b.csv": header + rowC})
	parent := t.TempDir()
	out := filepath.Join(parent, "out")
	if _, err := Pack([]string{dir}, out); err != nil {
		t.Fatal(err)
	}
	before := contents(t, out)
	if err := os.Chmod(out, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(out, 0o755)
	_, err := Pack([]string{filepath.Join(dir, "a.csv")}, out)
	entries, readErr := os.ReadDir(parent)
	if err == nil || readErr != nil || len(entries) != 1 || len(contents(t, out)) != len(before) {
		t.Errorf("error %v, beside it %v (%v)", err, entries, readErr)
	}
}

// The mode that a failed run has copied does not keep its stage from going.
func TestRemoveStage(t *testing.T) {
	stage := filepath.Join(t.TempDir(), stagePrefix+"1")
	put(t, filepath.Join(stage, stageNew, "index.0123456789ab.msgpack"), time.Now())
	if err := os.Chmod(filepath.Join(stage, stageNew), 0o555); err != nil {
		t.Fatal(err)
	}
	if err := removeStage(stage); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(stage); err == nil {
		t.Error("it is still there")
	}
}

// A file under its passing name, from a refill that was killed, goes too.
func TestPassingFiles(t *testing.T) {
	dir := folder(t, map[string]string{"a.csv": header + rowA})
	out := filepath.Join(t.TempDir(), "out")
	if _, err := Pack([]string{dir}, out); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(out, stagePrefix+"index.0123456789ab.msgpack"), time.Now())
	if _, err := Pack([]string{dir}, out); err != nil {
		t.Fatal(err)
	}
	for name := range contents(t, out) {
		if !IsOurs(name) {
			t.Errorf("%s is left", name)
		}
	}
	put(t, filepath.Join(out, stagePrefix+"thesis.txt"), time.Now())
	if err := CheckOut(out); err == nil {
		t.Error("a file that is not ours is taken for one")
	}
}

// Links in a folder: to files they are followed, once; the rest is said why.
func TestLinksInFolders(t *testing.T) {
	dir := folder(t, map[string]string{"in/real.csv": header + rowA, "in/empty.csv": "", "in/notes.txt": "x", "elsewhere/b.csv": header + rowC, "in/semi.csv": "as_of;hardware;tdp_w\n"})
	for name, to := range map[string]string{
		"b.csv": "../elsewhere/b.csv", "again.csv": "real.csv", "loop": ".", "gone.csv": "nowhere.csv", "null.csv": "/dev/null", "round.csv": "round.csv",
	} {
		if err := os.Symlink(to, filepath.Join(dir, "in", name)); err != nil {
			t.Fatal(err)
		}
	}
	_, report, err := Build(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range report.Skipped {
		got[filepath.Base(s.File)] = s.Why
	}
	want := map[string]string{
		"loop": "a link to a folder, not followed", "gone.csv": "a link that leads nowhere", "round.csv": "a link that leads nowhere",
		"null.csv": "not a regular file", "empty.csv": "it is empty", "notes.txt": "no known format",
		"semi.csv": "this CSV is separated by semicolons; use commas",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	rows := 0
	for _, b := range report.Bundles {
		rows += b.Rows
	}
	if rows != 2 || len(report.Inputs) != 2 || !slices.ContainsFunc(report.Inputs, func(in Input) bool { return filepath.Base(in.File) == "b.csv" }) {
		t.Errorf("%d rows of %+v", rows, report.Inputs)
	}
}

// Something that is no file is refused at once, not waited for.
func TestNotRegular(t *testing.T) {
	if _, err := os.Stat("/dev/null"); err != nil {
		t.Skip("/dev/null is not there")
	}
	if _, _, err := Build("/dev/null"); err == nil || err.Error() != "pack: /dev/null: not a regular file" {
		t.Errorf("error %v", err)
	}
	if _, err := FindIndex("/dev/null"); err == nil || err.Error() != "pack: /dev/null: not a folder" {
		t.Errorf("error %v", err)
	}
}
