package ingest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/isofront/isofront/data/importer"
)

// readArchive takes every result file of a zip; database dumps come like this.
// Requests one by one are reported, each file with the tool's own summary beside
// it; of everything else the points are taken.
func readArchive(name string, file []byte) result {
	t, err := importer.OpenArchive(name, bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return result{reply: refused(name, "is a zip archive that cannot be opened: "+plain(name, err))}
	}
	if why := t.Workbook(); why != "" {
		return result{reply: refused(name, "is not read: "+why)}
	}
	files := len(t.Files)
	k, out, err := archivedRequests(name, t)
	if err != nil {
		return result{reply: refused(name, plain(name, err))}
	}
	var all []*importer.Result
	_, err = t.Read(func(res *importer.Result) error {
		all = append(all, res)
		return nil
	})
	switch {
	case err != nil:
		return result{reply: refused(name, plain(name, err))}
	case len(all) == 0 && len(k.runs) == 0 && len(out.Notes) > 0:
		return result{reply: refused(name, "is a zip archive of which nothing could be read: "+strings.TrimSuffix(out.Notes[0], "."))}
	case len(all) == 0 && len(k.runs) == 0:
		return result{reply: refused(name, fmt.Sprintf("is a zip archive without a result file that isofront knows (%d files)", files))}
	case len(all) == 0:
		return result{reply: out, runs: k.runs}
	}
	points := pointsReply(name, formatOf(all), all)
	if points.Kind == KindRefused && len(points.Notes) > 0 && !slices.ContainsFunc(all, func(r *importer.Result) bool { return r.Format != importer.Unreadable }) {
		points.Problem = "holds nothing that can be read: " + strings.TrimPrefix(points.Notes[0], "Refused: ")
	}
	if len(k.runs) == 0 {
		points.Notes = append(out.Notes, points.Notes...)
		return result{reply: points}
	}
	out.Bundles, out.Points, out.PointNotes = points.Bundles, points.Kept, points.Notes
	return result{reply: out, runs: k.runs}
}

// formatOf is the format of the results that points are of, or else the one that all are
// of; "" where there is none.
func formatOf(all []*importer.Result) string {
	format := all[0].Format
	for _, r := range all {
		if len(r.Points) > 0 {
			return r.Format
		}
		if r.Format != format {
			format = ""
		}
	}
	if format == importer.Unreadable {
		return ""
	}
	return format
}

// archivedRequests reports on the files of requests in an archive and takes them,
// and the summaries that go with them, off its list.
func archivedRequests(name string, t *importer.Tree) (*sink, *Reply, error) {
	k, out := &sink{}, &Reply{Kind: KindRequests, File: name}
	taken, there := map[string]bool{}, map[string]bool{}
	for _, file := range t.Files {
		there[file] = true
	}
	for _, file := range t.Files {
		if taken[file] || k.over {
			continue
		}
		f, err := headOf(t, file)
		if err != nil || f == nil {
			continue // one that is damaged is refused when its turn comes
		}
		taken[file] = true
		k.beside = func(trace *importer.Trace) (string, []byte, error) {
			name := trace.Beside(path.Base(file))
			summary := path.Join(path.Dir(file), name)
			if name == "" || !there[summary] {
				return "", nil, fs.ErrNotExist
			}
			taken[summary] = true
			content, err := whole(t, summary)
			return name, content, err
		}
		r, err := t.Open(file)
		if err != nil {
			return nil, nil, err
		}
		err = k.read(out, file, r)
		r.Close()
		if err != nil {
			if len(out.Notes) < maxNotes {
				out.Notes = append(out.Notes, file+" could not be read: "+plain(file, err)+".")
			}
			continue
		}
		out.Format = f.Name
	}
	k.rest(out)
	t.Files = slices.DeleteFunc(t.Files, func(file string) bool { return taken[file] })
	return k, out, nil
}

// headOf recognises a file of an archive that holds requests; nil for others.
func headOf(t *importer.Tree, file string) (*importer.Format, error) {
	r, err := t.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	head, err := bufio.NewReaderSize(r, importer.HeadSize).Peek(importer.HeadSize)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if f, ok := importer.Recognise(head); ok && f.HasRequests() {
		return &f, nil
	}
	return nil, nil
}

// whole reads a summary.
func whole(t *importer.Tree, file string) ([]byte, error) {
	r, err := t.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, maxSummary+1))
	if err == nil && len(content) > maxSummary {
		err = errSummarySize
	}
	return content, err
}
