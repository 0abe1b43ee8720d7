package importer

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxRecord is the longest row that is read; a longer one is skipped in
// constant memory.
const maxRecord = 1 << 20

// csvReader reads RFC 4180 rows from a stream and recovers after a bad one,
// which encoding/csv does not: it ends the file at the first stray quote and
// holds a line of any length in memory. Line ends are CRLF or LF, a byte-order
// mark at the start is skipped.
//
// A stray quote opens a field that swallows the lines behind it, up to the
// next quote or the end. So when a row that spans lines is bad, only its first
// line is: reading goes on at the second.
type csvReader struct {
	r   io.Reader
	max int // bytes of a row
	row int // rows read, blank ones included
	rec []string

	buf    []byte
	lo, hi int   // buf[lo:hi] has not been given out
	ended  error // what the last read returned
	first  int   // end of the first line of the row read last, an offset in buf
	passed int   // bytes given out, those given back included
	again  int   // bytes given back
}

func newCSVReader(r io.Reader) *csvReader { return newCSVReaderSize(r, 64<<10) }

// newCSVReaderOf reads what is in memory, which may be a few bytes of each of many files.
func newCSVReaderOf(b []byte) *csvReader {
	return newCSVReaderSize(bytes.NewReader(b), min(len(b)+1, 64<<10))
}

func newCSVReaderSize(r io.Reader, size int) *csvReader {
	c := &csvReader{r: r, max: maxRecord, buf: make([]byte, size)}
	for c.hi < 3 && c.ended == nil {
		c.fill()
	}
	if bytes.HasPrefix(c.buf[:c.hi], []byte("\xef\xbb\xbf")) {
		c.lo = 3
	}
	return c
}

// Reasons for which a row cannot be split into fields.
const (
	reasonTooLong  = "longer than 1 MiB"
	reasonQuote    = "a quote in the wrong place"
	reasonUnclosed = "a quoted field that is never closed"
	reasonNotUTF8  = "not UTF-8 text"
)

// read returns the next row. reason says why a row could not be read, fields
// are then nil. A blank row has no fields and no reason. fields are valid
// until the next call; their texts stay valid.
func (c *csvReader) read() (fields []string, reason string, err error) {
	line, reason, err := c.record()
	if err != nil {
		return nil, "", err
	}
	switch {
	case reason != "":
	case len(line) == 0:
		return nil, "", nil
	case !utf8.Valid(line):
		reason = reasonNotUTF8
	default:
		fields, reason = c.split(string(line))
	}
	if reason != "" {
		c.back()
		return nil, reason, nil
	}
	return fields, "", nil
}

// back gives back all lines but the first of the row read last, which has
// turned out to be bad.
func (c *csvReader) back() {
	if c.first < c.lo {
		c.again += c.lo - c.first
		c.lo = c.first
	}
}

// tired says that much more has been given back than the file holds: each of
// its lines begins a row that goes on and on. Quoted fields then end with their
// lines, so that reading takes time in proportion to the file.
func (c *csvReader) tired() bool { return c.again > 16*c.max+2*(c.passed-c.again) }

// record returns the next row, which is in c.buf until the next call.
func (c *csvReader) record() (line []byte, reason string, err error) {
	c.row++
	state := fieldStart
	at := c.lo // where the current line begins
	for scanned := at; ; {
		end := bytes.IndexByte(c.buf[scanned:c.hi], '\n')
		if end < 0 && c.ended == nil && c.hi-c.lo <= c.max {
			scanned = c.hi
			moved := c.fill()
			scanned, at, c.first = scanned-moved, at-moved, c.first-moved
			continue
		}
		if end < 0 && c.ended != nil && c.ended != io.EOF {
			return nil, "", c.ended
		}
		last := end < 0 // the file ends without a line end, or the row is too long
		if last {
			end = c.hi
		} else {
			end += scanned + 1
		}
		inFirst := at == c.lo
		if inFirst {
			c.first = end
		}
		switch {
		case end-c.lo > c.max && inFirst:
			c.passed += end - c.lo
			c.lo = end
			if last {
				err = c.skipLine()
			}
			c.first = c.lo
			return nil, c.tooLong(), err
		case end-c.lo > c.max:
			return nil, reasonUnclosed, c.give(end)
		case last && end == c.lo:
			return nil, "", io.EOF
		}
		state = state.after(c.buf[at:end])
		switch {
		case state != quoted:
			line = c.buf[c.lo:end]
			line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			return line, "", c.give(end)
		case last || c.tired():
			return nil, reasonUnclosed, c.give(end)
		}
		at, scanned = end, end
	}
}

// give takes what is before end as given out.
func (c *csvReader) give(end int) error {
	c.passed += end - c.lo
	c.lo = end
	return nil
}

// skipLine drops the rest of a line of any length.
func (c *csvReader) skipLine() error {
	for {
		if end := bytes.IndexByte(c.buf[c.lo:c.hi], '\n'); end >= 0 {
			return c.give(c.lo + end + 1)
		}
		_ = c.give(c.hi)
		if c.ended == io.EOF {
			return nil
		}
		if c.ended != nil {
			return c.ended
		}
		c.first = c.lo
		c.fill()
	}
}

// fill reads more behind c.hi. It makes room before that, moving everything
// moved bytes down.
func (c *csvReader) fill() (moved int) {
	if c.hi == len(c.buf) {
		if c.lo >= len(c.buf)/2 {
			moved = c.lo
			copy(c.buf, c.buf[c.lo:c.hi])
			c.lo, c.hi = 0, c.hi-moved
		} else {
			grown := make([]byte, 2*len(c.buf))
			copy(grown, c.buf[:c.hi])
			c.buf = grown
		}
	}
	const patience = 100 // reads that give nothing
	for range patience {
		n, err := c.r.Read(c.buf[c.hi:])
		if c.hi += n; n > 0 || err != nil {
			c.ended = err
			return moved
		}
	}
	c.ended = io.ErrNoProgress
	return moved
}

// tooLong is the reason of a row over c.max.
func (c *csvReader) tooLong() string {
	if c.max == maxRecord {
		return reasonTooLong
	}
	return "longer than " + strconv.Itoa(c.max>>20) + " MiB"
}

// quoteState is where a scan of a row stands.
type quoteState int

const (
	fieldStart quoteState = iota
	plain                 // in a field without quotes, or after a closing quote
	quoted                // in a quoted field
	quoteSeen             // after a quote in a quoted field: the end of it, or half of a doubled one
)

// after returns the state behind more of the row. A quote inside a plain field
// opens nothing, so that one bad row does not swallow those after it.
func (s quoteState) after(part []byte) quoteState {
	for _, c := range part {
		switch {
		case s == quoted && c == '"':
			s = quoteSeen
		case s == quoted:
		case c == '"' && (s == fieldStart || s == quoteSeen):
			s = quoted
		case c == ',':
			s = fieldStart
		default:
			s = plain
		}
	}
	return s
}

// split splits one row into fields.
func (c *csvReader) split(line string) (fields []string, reason string) {
	c.rec = c.rec[:0]
	for {
		var field string
		if strings.HasPrefix(line, `"`) {
			end := closingQuote(line)
			if end < 0 {
				return nil, reasonUnclosed
			}
			field = strings.ReplaceAll(line[1:end], `""`, `"`)
			line = line[end+1:]
			if line != "" && line[0] != ',' {
				return nil, reasonQuote
			}
		} else {
			end := strings.IndexByte(line, ',')
			if end < 0 {
				end = len(line)
			}
			field, line = line[:end], line[end:]
			if strings.IndexByte(field, '"') >= 0 {
				return nil, reasonQuote
			}
		}
		c.rec = append(c.rec, field)
		if line == "" {
			return c.rec, ""
		}
		line = line[1:]
	}
}

// closingQuote returns where the quote that opens line[0] is closed, -1 when
// it is not.
func closingQuote(line string) int {
	for i := 1; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			i++
			continue
		}
		return i
	}
	return -1
}
