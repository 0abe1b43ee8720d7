package data

import (
	"math"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/msgpack"
)

// RequestFigure is one number that a request may have.
type RequestFigure int

// The figures: times in s since the request was sent (RequestStart: on the run's
// clock), lengths in tokens.
const (
	RequestStart RequestFigure = iota
	RequestTTFT
	RequestFirstVisible
	RequestE2EL
	RequestITL // the tool's own
	RequestEnd
	RequestSecondGap
	RequestOutput       // the server's count
	RequestOutputClient // the client's
	RequestInput
	RequestInputClient
	RequestReasoning
	RequestAsked // the largest output asked for

	NumRequestFigures int = iota
)

var requestFigureNames = [NumRequestFigures]string{
	"start_s", "ttft_s", "first_visible_s", "e2el_s", "itl_s", "end_s", "second_gap_s",
	"output_tokens", "output_tokens_client", "input_tokens", "input_tokens_client", "reasoning_tokens", "requested_tokens",
}

// The lists: gaps between chunks in s, and the tokens of each chunk.
const (
	listGaps = iota
	listTokens
	numLists
)

var listNames = [numLists]string{"gaps_s", "chunk_tokens"}

// RequestRun says which operating point requests belong to and how they were
// measured.
type RequestRun struct {
	Model, Workload                              string
	Hardware, Framework, Precision, SpecDecoding string
	Disagg, Official                             bool
	Recipe                                       string
	Concurrency                                  int
	MeasuredOn, Run, Source                      string
	Convention                                   string    // how the tool forms its figures
	Duration                                     opt.Float // s, by the tool's clock
}

// RunOf is the run of an operating point.
func RunOf(p *Point) RequestRun {
	return RequestRun{Model: p.Model, Workload: p.Workload, Hardware: p.Hardware, Framework: p.Framework, Precision: p.Precision, SpecDecoding: p.SpecDecoding,
		Disagg: p.Disagg, Official: p.Official, Recipe: p.Recipe, Concurrency: p.Concurrency, MeasuredOn: p.MeasuredOn, Run: p.Run, Source: p.Source}
}

// Key returns the series of the requests' operating point.
func (r *RequestRun) Key() SeriesKey {
	return SeriesKey{r.Model, r.Workload, r.Hardware, r.Framework, r.Precision, r.SpecDecoding, r.Disagg, r.Official}
}

// Of reports whether the requests are those of the operating point.
func (r *RequestRun) Of(p *Point) bool {
	q := RunOf(p)
	q.Convention, q.Duration = r.Convention, r.Duration
	return q == *r
}

// RequestSet holds the requests of one run in columns, in the order in which they
// were added. Only present values take space.
type RequestSet struct {
	RequestRun
	status  []byte
	figures [NumRequestFigures]sparse
	lists   [numLists]sparse
	sha256  string
	size    int
}

// sparse is a column: which requests have it, and the values of those.
type sparse struct {
	present []byte
	has     int // requests that have it
	values  []float64
	lengths []uint32 // of a list, for each request that has it
}

// Request is one request as it is kept. Status is what its writer makes of it.
type Request struct {
	Status  byte
	Figures [NumRequestFigures]opt.Float
	Gaps    []float64 // nil when not known
	Tokens  []int32   // nil when not known
}

// maxRequestValues bounds the gaps of one run, so that its file stays below the
// sizes that the format's integers hold.
const maxRequestValues = 1 << 27

// Len is the number of requests.
func (r *RequestSet) Len() int { return len(r.status) }

// SHA256 and Size are those of the file it was opened from.
func (r *RequestSet) SHA256() string { return r.sha256 }
func (r *RequestSet) Size() int      { return r.size }

// Add appends one request. It keeps nothing of q.
func (r *RequestSet) Add(q *Request) {
	i := len(r.status)
	r.status = append(r.status, q.Status)
	for k := range q.Figures {
		if v, ok := q.Figures[k].Get(); ok {
			r.figures[k].mark(i)
			r.figures[k].values = append(r.figures[k].values, v+0) // -0 becomes 0
		}
	}
	if q.Gaps != nil {
		c := &r.lists[listGaps]
		c.mark(i)
		c.lengths = append(c.lengths, uint32(len(q.Gaps)))
		c.values = append(c.values, q.Gaps...)
	}
	if q.Tokens != nil {
		c := &r.lists[listTokens]
		c.mark(i)
		c.lengths = append(c.lengths, uint32(len(q.Tokens)))
		for _, n := range q.Tokens {
			c.values = append(c.values, float64(n))
		}
	}
}

func (c *sparse) mark(i int) {
	for len(c.present) <= i/8 {
		c.present = append(c.present, 0)
	}
	c.present[i/8] |= 1 << (i % 8)
	c.has++
}

func (c *sparse) at(i int) bool { return i/8 < len(c.present) && c.present[i/8]&(1<<(i%8)) != 0 }

// Each calls take with every request, in order, in the same Request. Its lists
// are valid until the next.
func (r *RequestSet) Each(take func(q *Request) error) error {
	var q Request
	var to [NumRequestFigures]*opt.Float
	for k := range to {
		to[k] = &q.Figures[k]
	}
	return r.Fill(&q, to, func() error { return take(&q) })
}

// Fill is Each with the figures put where to says and the rest into q. A figure
// that no request of the set has is made absent once, before the first.
func (r *RequestSet) Fill(q *Request, to [NumRequestFigures]*opt.Float, take func() error) error {
	type place struct {
		*sparse
		next int
		to   *opt.Float
	}
	var all, some []place // of what every request has, and some
	for k := range r.figures {
		*to[k] = opt.Float{}
		switch c := &r.figures[k]; {
		case c.has == len(r.status):
			all = append(all, place{sparse: c, to: to[k]})
		case c.has > 0:
			some = append(some, place{sparse: c, to: to[k]})
		}
	}
	gaps, tokens := listCursor{sparse: &r.lists[listGaps]}, listCursor{sparse: &r.lists[listTokens]}
	buf := make([]int32, 0, 64)
	q.Gaps, q.Tokens = nil, nil
	for i, s := range r.status {
		q.Status = s
		for k := range all {
			*all[k].to = opt.Of(all[k].values[i])
		}
		for k := range some {
			p := &some[k]
			if !p.at(i) {
				*p.to = opt.Float{}
				continue
			}
			*p.to = opt.Of(p.values[p.next])
			p.next++
		}
		if gaps.has > 0 {
			q.Gaps = gaps.list(i)
		}
		if tokens.has > 0 {
			q.Tokens = nil
			if list := tokens.list(i); list != nil {
				buf = buf[:0]
				for _, n := range list {
					buf = append(buf, int32(n))
				}
				q.Tokens = buf
			}
		}
		if err := take(); err != nil {
			return err
		}
	}
	return nil
}

// listCursor goes through the lists of a column.
type listCursor struct {
	*sparse
	next, from int
}

// list is that of request i, nil without one. It must be asked for each in turn.
func (c *listCursor) list(i int) []float64 {
	if !c.at(i) {
		return nil
	}
	n, from := int(c.lengths[c.next]), c.from
	c.next++
	c.from += n
	if n == 0 {
		return []float64{} // known to be none
	}
	return c.values[from : from+n : from+n]
}

// Encode returns the bundle file. The same requests in the same order give the
// same bytes. What could not be opened again is an error.
func (r *RequestSet) Encode() ([]byte, error) {
	if r.Len() == 0 || r.Len() > maxRows || r.Concurrency < 0 || r.Concurrency > 1<<31-1 {
		return nil, broken("requests: ", digits.Int(r.Len()), " requests at concurrency ", digits.Int(r.Concurrency))
	}
	body := requestsBody{Model: r.Model, Workload: r.Workload, Hardware: r.Hardware, Framework: r.Framework, Precision: r.Precision, SpecDecoding: r.SpecDecoding,
		Disagg: r.Disagg, Official: r.Official, Recipe: r.Recipe, Concurrency: uint32(r.Concurrency), MeasuredOn: r.MeasuredOn, Run: r.Run, Source: r.Source,
		Convention: r.Convention, DurationS: r.Duration.Ptr(), Rows: uint32(r.Len()), Status: r.status}
	add := func(name string, c *sparse) error {
		if c.has == 0 {
			return nil
		}
		if len(c.values) > maxRequestValues {
			return broken("column ", words.Quote(name), ": too many values")
		}
		for _, v := range c.values {
			if !opt.Of(v).Ok() {
				return broken("column ", words.Quote(name), ": a value is not finite")
			}
		}
		col := requestColumnBody{Name: name}
		if c.has < r.Len() {
			col.Present = make([]byte, (r.Len()+7)/8)
			copy(col.Present, c.present)
		}
		if c.lengths != nil {
			col.Lengths = pack(c.lengths)
		}
		if len(c.values) > 0 {
			n := encodeNumbers(c.values)
			col.Coding, col.Scale, col.Delta, col.Values = n.coding, n.scale, n.delta, n.planes
		}
		body.Columns = append(body.Columns, col)
		return nil
	}
	for k := range r.figures {
		if err := add(requestFigureNames[k], &r.figures[k]); err != nil {
			return nil, err
		}
	}
	for k := range r.lists {
		if err := add(listNames[k], &r.lists[k]); err != nil {
			return nil, err
		}
	}
	raw, err := body.MarshalMsg(nil)
	if err != nil {
		return nil, broken("requests: ", err.Error())
	}
	if err := checkLimits(KindRequests, raw); err != nil {
		return nil, err
	}
	if _, err := openRequests(raw); err != nil {
		return nil, err
	}
	file, _ := seal(KindRequests, raw)
	return file, nil
}

// OpenRequests opens a requests bundle. It keeps nothing of file.
func OpenRequests(file []byte) (*RequestSet, error) {
	kind, body, sha, err := unseal(file)
	if err != nil {
		return nil, err
	}
	if kind != KindRequests {
		return nil, broken("holds ", kind, ", not requests")
	}
	if err := checkLimits(kind, body); err != nil {
		return nil, err
	}
	r, err := openRequests(body)
	if err != nil {
		return nil, err
	}
	r.sha256, r.size = sha, len(file)
	return r, nil
}

// openRequests decodes a body that has passed checkLimits and checks that its
// parts agree.
func openRequests(body []byte) (*RequestSet, error) {
	var raw requestsBody
	in := msgpack.Reader{Rest: body}
	if raw.read(&in); in.Failed() {
		return nil, wrongType("requests", in.Fault)
	}
	e := requestsEntryBody{Model: raw.Model, Workload: raw.Workload, Hardware: raw.Hardware, Framework: raw.Framework, Precision: raw.Precision,
		SpecDecoding: raw.SpecDecoding, Disagg: raw.Disagg, Official: raw.Official, Recipe: raw.Recipe, Concurrency: raw.Concurrency,
		MeasuredOn: raw.MeasuredOn, Run: raw.Run, Source: raw.Source, Convention: raw.Convention}
	r := &RequestSet{status: raw.Status}
	what := e.run(&r.RequestRun)
	if what == "" && (raw.Rows == 0 || raw.Rows > maxRows || uint64(len(raw.Status)) != uint64(raw.Rows)) {
		what = "a bundle of " + digits.Uint(uint64(raw.Rows)) + " requests"
	}
	if what == "" && (!finite(raw.DurationS) || raw.DurationS != nil && *raw.DurationS <= 0) {
		what = "its duration is not a positive number"
	}
	if what != "" {
		return nil, broken("requests: ", what)
	}
	r.Duration = opt.FromPtr(raw.DurationS)
	for i := range raw.Columns {
		c := &raw.Columns[i]
		to, list := r.column(c.Name)
		if to == nil {
			continue // of a later isofront
		}
		what := "appears twice"
		if to.present == nil {
			what = to.open(c, len(r.status), list)
		}
		if what != "" {
			return nil, broken("column ", words.Quote(c.Name), ": ", what)
		}
	}
	for _, n := range r.lists[listTokens].values {
		if n < 0 || n > math.MaxInt32 || n != math.Trunc(n) {
			return nil, broken("column ", words.Quote(listNames[listTokens]), ": a value is not a number of tokens")
		}
	}
	return r, nil
}

func (r *RequestSet) column(name string) (to *sparse, list bool) {
	for k, n := range requestFigureNames {
		if n == name {
			return &r.figures[k], false
		}
	}
	for k, n := range listNames {
		if n == name {
			return &r.lists[k], true
		}
	}
	return nil, false
}

func (c *sparse) open(b *requestColumnBody, rows int, list bool) (what string) {
	present := b.Present
	if len(present) == 0 {
		present = make([]byte, (rows+7)/8)
		for i := range present {
			present[i] = 0xff
		}
		if used := rows % 8; used != 0 {
			present[len(present)-1] = 1<<used - 1
		}
	}
	if len(present) != (rows+7)/8 {
		return "its presence bitmap has the wrong length"
	}
	if used := rows % 8; used != 0 && present[len(present)-1]>>used != 0 {
		return "its presence bitmap names rows that are not there"
	}
	c.present = present
	for i := range rows {
		if c.at(i) {
			c.has++
		}
	}
	n := c.has
	if list {
		lengths, ok := unpack(b.Lengths, c.has)
		if !ok || c.has == 0 {
			return "its lengths do not match its rows"
		}
		c.lengths = make([]uint32, c.has)
		total := uint64(0)
		for i := range c.lengths {
			c.lengths[i] = lengths.at(i)
			total += uint64(c.lengths[i])
		}
		if total > uint64(len(b.Values)) {
			return "its number of values does not match its lengths"
		}
		n = int(total)
	} else if len(b.Lengths) != 0 {
		return "has lengths and is no list"
	}
	if list && n == 0 {
		if len(b.Values) != 0 {
			return "its number of values does not match its lengths"
		}
		return ""
	}
	c.values, what = (&numbers{b.Coding, b.Scale, b.Delta, b.Values}).decode(n)
	return what
}

// run checks what an entry or a body says of the run.
func (b *requestsEntryBody) run(r *RequestRun) (what string) {
	switch {
	case b.Model == "" || b.Workload == "" || b.Hardware == "" || b.Framework == "" || b.Precision == "" || b.SpecDecoding == "":
		return "what they belong to is missing"
	case unsound(b.Model, b.Workload, b.Recipe, b.Run, b.Source, b.Convention) != "":
		return "a text of what they belong to " + unsound(b.Model, b.Workload, b.Recipe, b.Run, b.Source, b.Convention)
	case UnsoundName(b.Hardware) != "" || UnsoundName(b.Framework) != "" || UnsoundName(b.Precision) != "" || UnsoundName(b.SpecDecoding) != "":
		return "the name of their series is not sound"
	case b.MeasuredOn != "" && !ValidDate(b.MeasuredOn):
		return "their date is not a date"
	case b.Concurrency > 1<<31-1:
		return "their concurrency is out of range"
	}
	r.Model, r.Workload, r.Hardware, r.Framework, r.Precision, r.SpecDecoding = b.Model, b.Workload, b.Hardware, b.Framework, b.Precision, b.SpecDecoding
	r.Disagg, r.Official, r.Recipe, r.Concurrency, r.MeasuredOn = b.Disagg, b.Official, b.Recipe, int(b.Concurrency), b.MeasuredOn
	r.Run, r.Source, r.Convention = b.Run, b.Source, b.Convention
	return ""
}
