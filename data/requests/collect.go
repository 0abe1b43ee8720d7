package requests

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// Options are what the records do not say.
type Options struct {
	Convention  string    // how the tool forms its figures; latency.Lookup finds it
	Duration    opt.Float // s, by the tool's clock
	Concurrency opt.Float // asked
	SLO         latency.SLO
	Expect      int  // about how many records will come, if known
	Synthetic   bool // made up, not measured
}

// Collector takes the records of one run. It keeps some 150 bytes of each and
// its gaps up to the limits of latency.Run and latency.Book.
type Collector struct {
	options    Options
	run        *latency.Run
	book       *latency.Book   // nil without a known convention
	books      []*latency.Book // all that are fed with the run, that one first
	also       int             // for how many records more
	convention latency.Convention
	summary    *latency.Summary // of the records so far, once formed
	refused    int              // rows that never became a record
	repeated   int              // records that came before and were left out
	impossible []Impossible
	more       int // impossible ones not noted
}

// Impossible is a record that cannot be: one that ends before it began, say.
type Impossible struct {
	Row int // 0: not known
	Why string
}

// maxNoted is how many impossible records are named one by one.
const maxNoted = 20

// New begins a run.
func New(o Options) *Collector {
	lo := latency.Options{Duration: o.Duration, Concurrency: o.Concurrency, Expect: o.Expect}
	c := &Collector{options: o, run: latency.NewRun(lo)}
	if conv, ok := latency.Lookup(o.Convention); ok {
		c.convention, c.book = conv, conv.Book(lo)
		c.books = []*latency.Book{c.book}
	}
	return c
}

// Also feeds more books with the run, measuring each record once, until most were
// fed: beyond that they are let go. It comes before the first record.
func (c *Collector) Also(most int, books ...*latency.Book) {
	c.also = most
	c.books = slices.Concat(c.books, books)
	latency.Together(c.books)
}

// Add takes one record; row is its place in its file, for warnings. The record
// may be filled again afterwards.
func (c *Collector) Add(rec *latency.Record, row int) {
	c.summary = nil
	if c.also--; c.also < 0 && len(c.books) > 1 {
		c.books = c.books[:0]
		if c.book != nil {
			c.books = append(c.books, c.book)
		}
	}
	if err := c.run.Feed(rec, c.books...); err != nil {
		if len(c.impossible) < maxNoted {
			c.impossible = append(c.impossible, Impossible{row, strings.TrimPrefix(err.Error(), "latency: ")})
		} else {
			c.more++
		}
	}
}

// Refused counts rows of the file that could not become a record.
func (c *Collector) Refused(n int) { c.refused += n }

// Repeated counts records that were left out since they had come before.
func (c *Collector) Repeated(n int) { c.repeated += n }

// Summary is the aggregate of the records so far.
func (c *Collector) Summary() *latency.Summary {
	if c.summary == nil {
		c.summary = c.run.Summary()
	}
	return c.summary
}

// Run is the run itself, for what the summary does not hold.
func (c *Collector) Run() *latency.Run { return c.run }

// Impossible is the first records that cannot be, and how many more there are.
func (c *Collector) Impossible() (first []Impossible, more int) { return c.impossible, c.more }

// warnings words what is wrong with single records.
func (c *Collector) warnings() (out []string) {
	for _, i := range c.impossible {
		where := ""
		if i.Row > 0 {
			where = "row " + strconv.Itoa(i.Row) + ": "
		}
		out = append(out, where+i.Why)
	}
	if c.more > 0 {
		out = append(out, "and "+strconv.Itoa(c.more)+" more impossible records")
	}
	return slices.Clip(out)
}
