package ingest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/requests"
)

// Bounds of files that are held whole until their end: archives and packed ones,
// and whatever else is not read line by line.
const (
	maxWhole = 256 << 20
	maxHeld  = 1 << 30
)

// reading is a file as it comes, piece by piece. Requests that are lines are read
// with each piece; of any other file the pieces are kept.
type reading struct {
	name string
	size float64 // as the host says it, 0: it does not
	own  *summary
	held pieces // until it is known what the file is, and of files that are held
	feed *lines // of a file whose requests are lines
	most int    // how much is held at most; 0: it is not known yet what the file is
	out  *result
}

// lines is a file whose requests are lines.
type lines struct {
	*importer.Feed
	k      *sink
	format string
}

// write reports whether more is wanted.
func (r *reading) write(b []byte) bool {
	switch {
	case r.out != nil:
	case r.feed != nil:
		r.safely(func() {
			if _, err := r.feed.Write(b); err != nil {
				r.finish()
			}
		})
	default:
		r.held.add(b)
		if r.most == 0 && r.held.size >= importer.HeadSize {
			r.safely(r.look)
		}
		if r.out == nil && r.feed == nil && r.most > 0 && max(r.size, float64(r.held.size)) > float64(r.most) {
			r.out = &result{reply: refused(r.name, r.tooLarge())}
			r.held = pieces{}
		}
	}
	return r.out == nil
}

func (r *reading) end() result {
	if r.out == nil && r.most == 0 && r.feed == nil {
		r.safely(r.look)
	}
	if r.out == nil {
		r.safely(r.finish)
	}
	r.held = pieces{}
	return *r.out
}

// safely turns a panic into a reply: one odd file must not cost the page its
// importer.
func (r *reading) safely(do func()) {
	defer func() {
		if p := recover(); p != nil {
			r.out = &result{reply: refused(r.name, fmt.Sprintf("could not be read: a fault in isofront (%v)", p))}
		}
	}()
	do()
}

// look recognises the file by its first bytes.
func (r *reading) look() {
	head := r.held.head(importer.HeadSize)
	r.most = maxWhole
	if data.LooksPacked(head) || isZip(head) {
		return
	}
	f, ok := importer.Recognise(head)
	if !ok {
		why := whatItIs(head)
		if r.name == importer.SidecarName {
			why = "says what files beside it do not: it is read when it is dropped together with them, up to 256 MiB in all"
		}
		r.out = &result{reply: refused(r.name, why)}
		return
	}
	r.most = maxHeld
	k := &sink{beside: r.own.find}
	k.start()
	to := f.Feed(r.name, head, k)
	if to == nil {
		return
	}
	r.feed = &lines{to, k, f.Name}
	held := r.held
	r.held = pieces{}
	for _, b := range held.list {
		if !r.write(b) {
			return
		}
	}
}

// tooLarge says what reads a file that a page has no room for.
func (r *reading) tooLarge() string {
	head := r.held.head(importer.HeadSize)
	switch f, _ := importer.Recognise(head); {
	case r.most == maxHeld && f.HasRequests():
		return "is larger than 1 GiB and not read line by line, so that a page has no room for it: the command “isofront requests” reads it, and “isofront pack” makes a bundle of it that opens here"
	case r.most == maxHeld:
		return "is larger than 1 GiB, for which a page has no room: the command “isofront pack” makes a bundle of it that opens here"
	case data.LooksPacked(head):
		return "is a packed file of more than 256 MiB, for which a page has no room: the command “isofront inspect” reads it"
	}
	return "is an archive of more than 256 MiB, for which a page has no room: unpack it and drop its files, or use the command “isofront pack”"
}

// finish reads what is held, or ends what was fed.
func (r *reading) finish() {
	if f := r.feed; f != nil {
		out := &Reply{Kind: KindRequests, File: r.name, Format: f.format}
		traces, err := f.End()
		r.out = requestsResult(f.k, out, f.k.taken(out, r.name, 0, traces, err))
		return
	}
	head := r.held.head(importer.HeadSize)
	switch {
	case isZip(head):
		out := readArchive(r.name, r.held.whole())
		r.out = &out
		return
	case data.LooksPacked(head):
		out := readPacked(r.name, r.held.whole())
		r.out = &out
		return
	}
	f, _ := importer.Recognise(head)
	if f.HasRequests() {
		k := &sink{beside: r.own.find}
		out := &Reply{Kind: KindRequests, File: r.name, Format: f.Name}
		r.out = requestsResult(k, out, k.read(out, r.name, &r.held))
		return
	}
	res, err := importer.Read(r.name, &r.held)
	if err != nil {
		out := refused(r.name, plain(r.name, err))
		out.Format = f.Name
		r.out = &result{reply: out}
		return
	}
	r.out = &result{reply: pointsReply(r.name, f.Name, []*importer.Result{res})}
}

// requestsResult is what a file of requests comes to.
func requestsResult(k *sink, out *Reply, err error) *result {
	if err != nil {
		no := refused(out.File, plain(out.File, err))
		no.Format = out.Format
		return &result{reply: no}
	}
	k.rest(out)
	return &result{reply: out, runs: k.runs}
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
		c := &collected{trace: importer.TraceOf(set), title: "Packed requests of " + set.Model + ", " + set.Workload + ": " + set.Key().Name() + ", concurrency " + strconv.Itoa(set.Concurrency)}
		c.Collector = requests.Of(set, latency.SLO{}, c.open)
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
