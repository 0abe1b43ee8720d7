package ingest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/requests"
)

// maxWhole bounds the files that have to be held whole: archives and packed
// ones.
const maxWhole = 256 << 20

// readSafely turns a panic into a reply: one odd file must not cost the page
// its importer.
func readSafely(name string, r io.Reader, own *summary) (out result) {
	defer func() {
		if p := recover(); p != nil {
			out = result{reply: refused(name, fmt.Sprintf("could not be read: a fault in isofront (%v)", p))}
		}
	}()
	return read(name, r, own)
}

// read recognises a file by its content and reads it, with the tool's own summary
// where there is one.
func read(name string, r io.Reader, own *summary) result {
	br := bufio.NewReaderSize(r, importer.HeadSize)
	head, err := br.Peek(importer.HeadSize)
	if err != nil && err != io.EOF {
		return result{reply: refused(name, plain(name, err))}
	}
	if data.LooksPacked(head) || isZip(head) {
		file, err := io.ReadAll(io.LimitReader(br, maxWhole+1))
		switch {
		case err != nil:
			return result{reply: refused(name, plain(name, err))}
		case len(file) > maxWhole:
			return result{reply: refused(name, "is larger than 256 MiB, too large to be opened in a page: use the isofront command")}
		case isZip(head):
			return readArchive(name, file)
		}
		return readPacked(name, file)
	}
	f, ok := importer.Recognise(head)
	switch {
	case !ok:
		return result{reply: refused(name, whatItIs(head))}
	case f.HasRequests():
		k := &sink{beside: own.find}
		out := &Reply{Kind: KindRequests, File: name, Format: f.Name}
		if err := k.read(out, name, br); err != nil {
			out = refused(name, plain(name, err))
			out.Format = f.Name
			return result{reply: out}
		}
		k.rest(out)
		return result{reply: out, runs: k.runs}
	}
	res, err := importer.Read(name, br)
	if err != nil {
		out := refused(name, plain(name, err))
		out.Format = f.Name
		return result{reply: out}
	}
	return result{reply: pointsReply(name, f.Name, []*importer.Result{res})}
}

func refused(name, problem string) *Reply {
	return &Reply{Kind: KindRefused, File: name, Problem: problem}
}

// plain is an importer's error without the file's name, which stands beside it.
func plain(name string, err error) string {
	var file *importer.FileError
	if errors.As(err, &file) {
		err = file.Err
	}
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "data: "), name+": ")
}

// readPacked takes a bundle of isofront's own.
func readPacked(name string, file []byte) result {
	set, err := data.OpenRequests(file)
	if err == nil {
		c := &collected{Collector: requests.Of(set, latency.SLO{}), trace: importer.TraceOf(set), title: "Packed requests of " + set.Model + ", " + set.Workload + ": " + set.Key().Name() + ", concurrency " + strconv.Itoa(set.Concurrency)}
		if set.Len() <= maxOthers {
			c.others(func(take func(*latency.Record)) {
				_ = requests.Kept(set, func(rec *latency.Record) error { take(rec); return nil })
			})
		}
		out := c.alone(name, "packed requests of isofront")
		out.set = set
		return out
	}
	kind, index, b, otherErr := data.OpenFile(file)
	if what, kindErr := data.KindOf(file); kindErr != nil || what != data.KindRequests {
		err = otherErr
	}
	switch {
	case err != nil:
		return result{reply: refused(name, "is a packed file of isofront that cannot be opened: "+plain(name, err))}
	case index != nil:
		return result{reply: refused(name, "is the index of a folder of bundles and holds no points itself: drop the bundles (points-….msgpack) it lists")}
	}
	return result{of: b, reply: &Reply{Kind: KindPacked, File: name, Format: "packed " + kind + " of isofront", Kept: b.Len(), Bundles: []Bundle{bundleOf(b, file)}}}
}
