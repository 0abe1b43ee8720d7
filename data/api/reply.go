package api

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Caching: an answer is good for five minutes, and for as long as its tag holds.
// Faults are not kept, since the data may change.
const (
	keepAnswer = "public, max-age=300"
	keepNot    = "no-store"
)

// warningsHeader carries the warnings that a format has no place for, as text in
// quotes, comma between.
const warningsHeader = "Isofront-Warnings"

// maxWarnings bounds the header: servers and clients refuse long ones.
const maxWarnings = 4 << 10

// replier writes the reply to one request.
type replier struct {
	w      http.ResponseWriter
	r      *http.Request
	format string
	policy string
}

// noPolicy lets a page that is an answer load nothing.
const noPolicy = "default-src 'none'"

func (p replier) send(status int, kind, tag string, body []byte) {
	head := p.w.Header()
	head.Set("Content-Type", kind)
	head.Set("Content-Length", itoa(len(body)))
	head.Set("Content-Security-Policy", p.policy)
	head.Set("Cache-Control", keepNot)
	if tag != "" {
		head.Set("Cache-Control", keepAnswer)
		head.Set("ETag", tag)
	}
	p.w.WriteHeader(status)
	if p.r.Method != http.MethodHead {
		p.w.Write(body) // the reader may have gone: nobody to tell
	}
}

func (p replier) unchanged(tag string) {
	p.w.Header().Set("Cache-Control", keepAnswer)
	p.w.Header().Set("ETag", tag)
	p.w.WriteHeader(http.StatusNotModified)
}

// failed replies with an error: a fault of the query or of the data.
func (p replier) failed(err error) {
	var o *command.OptionError
	var f *query.Fault
	switch {
	case errors.As(err, &o):
		p.fail(http.StatusBadRequest, query.KindUsage, o.Option+": "+o.Reason)
	case errors.As(err, &f) && f.Kind == query.KindUsage:
		p.fail(http.StatusBadRequest, query.KindUsage, f.Message)
	default:
		p.fail(http.StatusInternalServerError, query.KindData, err.Error())
	}
}

// fail replies with a reason, as JSON to whom that suits.
func (p replier) fail(status int, kind, reason string) {
	reason = strings.ToValidUTF8(reason, "\uFFFD")
	if p.format != "json" {
		p.send(status, plainText, "", []byte(reason+"\n"))
		return
	}
	var b bytes.Buffer
	if err := command.WriteJSON(&b, wire.Reply{Error: &wire.Error{Kind: kind, Message: reason}}); err != nil {
		panic(err) // a buffer takes everything
	}
	p.send(status, kinds["json"], "", b.Bytes())
}

func (p replier) warn(warnings []string) {
	var all []string
	size := 0
	for _, w := range warnings {
		quoted := strconv.QuoteToASCII(w)
		if size += len(quoted); size > maxWarnings {
			all = append(all, strconv.Quote("and more"))
			break
		}
		all = append(all, quoted)
	}
	if len(all) > 0 {
		p.w.Header().Set(warningsHeader, strings.Join(all, ", "))
	}
}
