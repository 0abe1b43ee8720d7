package importer

import "errors"

// outline is JSON without what its arrays hold: the tool's own summary of a file
// whose requests are arrays beside it. It is written while the requests are read,
// so that the summary can be read again when it is said what was measured, and
// the file need not be.
type outline struct {
	text   []byte
	objs   int // open objects around the place
	skip   int // open arrays and objects from an array in an object on
	quoted bool
	escape bool
}

// maxOutline bounds what is kept of a summary.
const maxOutline = 64 << 20

var errOutline = errors.New("what it says apart from its requests is larger than 64 MiB")

func (o *outline) Write(p []byte) (int, error) {
	for _, c := range p {
		outside := o.skip == 0
		switch {
		case o.escape:
			o.escape = false
		case o.quoted:
			o.escape, o.quoted = c == '\\', c != '"'
		case c == '"':
			o.quoted = true
		case c == '{' || c == '[':
			switch {
			case o.skip > 0 || c == '[' && o.objs > 0:
				o.skip++
			case c == '{':
				o.objs++
			}
		case c == '}' || c == ']':
			switch {
			case o.skip > 0:
				o.skip--
				outside = o.skip == 0
			case c == '}':
				o.objs--
			}
		}
		if outside || c == '\n' { // rows are counted by lines
			if len(o.text) == maxOutline {
				return 0, errOutline
			}
			o.text = append(o.text, c)
		}
	}
	return len(p), nil
}
