package importer

import (
	"bufio"
	"bytes"
	"errors"
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
type csvReader struct {
	r   *bufio.Reader
	max int // bytes of a row
	row int // rows read, blank ones included
	buf []byte
	rec []string
}

func newCSVReader(r io.Reader) *csvReader {
	br := bufio.NewReaderSize(r, 64<<10)
	if bom, err := br.Peek(3); err == nil && bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		_, _ = br.Discard(3) // cannot fail: the bytes have been peeked
	}
	return &csvReader{r: br, max: maxRecord}
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
	if err != nil || reason != "" {
		return nil, reason, err
	}
	if len(line) == 0 {
		return nil, "", nil
	}
	if !utf8.Valid(line) {
		return nil, reasonNotUTF8, nil
	}
	return c.split(string(line))
}

// record collects lines into c.buf until no quoted field is open.
func (c *csvReader) record() (line []byte, reason string, err error) {
	c.buf = c.buf[:0]
	c.row++
	state, long := fieldStart, false
	for {
		part, err := c.r.ReadSlice('\n')
		if err != nil && err != io.EOF && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, "", err
		}
		if len(c.buf)+len(part) > c.max {
			long = true
		}
		if long {
			c.buf = c.buf[:0]
		} else {
			c.buf = append(c.buf, part...)
			state = state.after(part)
		}
		switch {
		case err == io.EOF && long:
			return nil, c.tooLong(), nil
		case err == io.EOF && len(c.buf) == 0:
			return nil, "", io.EOF
		case err == io.EOF && state == quoted:
			return nil, reasonUnclosed, nil
		case err == io.EOF:
			return c.buf, "", nil
		case err != nil: // the line goes on
		case long:
			return nil, c.tooLong(), nil
		case state != quoted:
			return bytes.TrimSuffix(bytes.TrimSuffix(c.buf, []byte("\n")), []byte("\r")), "", nil
		}
	}
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
func (c *csvReader) split(line string) (fields []string, reason string, err error) {
	c.rec = c.rec[:0]
	for {
		var field string
		if strings.HasPrefix(line, `"`) {
			end := closingQuote(line)
			if end < 0 {
				return nil, reasonUnclosed, nil
			}
			field = strings.ReplaceAll(line[1:end], `""`, `"`)
			line = line[end+1:]
			if line != "" && line[0] != ',' {
				return nil, reasonQuote, nil
			}
		} else {
			end := strings.IndexByte(line, ',')
			if end < 0 {
				end = len(line)
			}
			field, line = line[:end], line[end:]
			if strings.IndexByte(field, '"') >= 0 {
				return nil, reasonQuote, nil
			}
		}
		c.rec = append(c.rec, field)
		if line == "" {
			return c.rec, "", nil
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
