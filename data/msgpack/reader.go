package msgpack

import (
	"encoding/binary"
	"math"
	"unsafe"

	"github.com/isofront/isofront/core/digits"
)

// Kind is what a value is.
type Kind uint8

const (
	None  Kind = iota // no bytes are left, or fewer than the value claims
	Nil               //
	Bool              //
	Whole             // a whole number of any width and sign
	Float             //
	Text              //
	Bin               //
	List              //
	Map               //
	Other             // an extension, or no MessagePack
	Range             // as what is wanted: a whole number that is not too large
)

// Fault is why a value could not be taken: of the kind wanted there was another.
type Fault struct {
	Want, Got Kind
	// Path leads to the value through the maps and lists that Fields and Each
	// have entered, as sheets/0/rows/2/price.
	Path string
}

// Reader takes values off the front of Rest. After a Fault it takes no more and
// every value is zero.
type Reader struct {
	Rest  []byte
	Fault Fault
}

// Failed reports whether there was a fault.
func (r *Reader) Failed() bool { return r.Fault.Want != None }

// Head is the first bytes of a value: its kind, how many bytes they are, and the
// number in them: the value of a number or a bool, else a length or count.
// size 0: not all of them are there.
func Head(b []byte) (kind Kind, size int, n uint64) {
	if len(b) == 0 {
		return None, 0, 0
	}
	c := b[0]
	switch {
	case c < 0x80:
		return Whole, 1, uint64(c)
	case c < 0x90:
		return Map, 1, uint64(c & 0x0f)
	case c < 0xa0:
		return List, 1, uint64(c & 0x0f)
	case c < 0xc0:
		return Text, 1, uint64(c & 0x1f)
	case c >= 0xe0:
		return Whole, 1, uint64(int64(int8(c)))
	}
	// By lead byte from 0xc0: the kind, and the base-2 logarithm of the width of
	// the number that follows; 4 for none.
	const leads = "\x14\x94\x24\x24\x60\x61\x62\x90\x91\x92\x42\x43\x30\x31\x32\x33" +
		"\x30\x31\x32\x33\x94\x94\x94\x94\x94\x50\x51\x52\x71\x72\x81\x82"
	lead := leads[c-0xc0]
	if kind = Kind(lead >> 4); lead&15 == 4 {
		return kind, 1, uint64(c & 1)
	}
	width := 1 << (lead & 15)
	if len(b) <= width {
		return kind, 0, 0
	}
	var wide [8]byte
	copy(wide[8-width:], b[1:])
	n = binary.BigEndian.Uint64(wide[:])
	switch {
	case c >= 0xd0 && c <= 0xd3: // signed
		unused := 64 - 8*width
		n = uint64(int64(n<<unused) >> unused)
	case c == 0xca:
		n = math.Float64bits(float64(math.Float32frombits(uint32(n))))
	}
	return kind, 1 + width, n
}

// Kind is the kind of the next value.
func (r *Reader) Kind() Kind {
	kind, _, _ := Head(r.Rest)
	return kind
}

// Fail is a fault at this place.
func (r *Reader) Fail(want, got Kind) {
	if !r.Failed() {
		r.Fault = Fault{Want: want, Got: got}
	}
}

// take steps over the head of a value of the kind wanted.
func (r *Reader) take(want Kind) (n uint64, ok bool) {
	if r.Failed() {
		return 0, false
	}
	kind, size, n := Head(r.Rest)
	if kind == want && size == 0 {
		kind = None
	}
	if kind != want {
		r.Fail(want, kind)
		return 0, false
	}
	r.Rest = r.Rest[size:]
	return n, true
}

// bytes takes the content of a text or bin, where it lies.
func (r *Reader) bytes(want Kind) []byte {
	n, ok := r.take(want)
	if !ok {
		return nil
	}
	if n > uint64(len(r.Rest)) {
		r.Fail(want, None)
		return nil
	}
	b := r.Rest[:n:n]
	r.Rest = r.Rest[n:]
	return b
}

// count takes the head of a list or map whose elements have at least size bytes.
func (r *Reader) count(want Kind, size int) int {
	n, ok := r.take(want)
	if !ok {
		return 0
	}
	if n > uint64(len(r.Rest)/size) {
		r.Fail(want, None)
		return 0
	}
	return int(n)
}

// List and Map take the head of a list of so many values, of a map of so many
// fields. No more are claimed than bytes remain for.
func (r *Reader) List() int { return r.count(List, 1) }
func (r *Reader) Map() int  { return r.count(Map, 2) }

// Text and Bin return copies. A text may be any bytes.
func (r *Reader) Text() string { return string(r.bytes(Text)) }
func (r *Reader) Bin() []byte  { return append([]byte{}, r.bytes(Bin)...) }

// TextHere returns a text where it lies in Rest.
func (r *Reader) TextHere() []byte { return r.bytes(Text) }

func (r *Reader) Bool() bool {
	n, _ := r.take(Bool)
	return n != 0
}

// upTo takes a whole number from 0 to most.
func (r *Reader) upTo(most uint64) uint64 {
	n, _ := r.take(Whole)
	if n > most { // also what is negative
		r.Fail(Range, Whole)
		return 0
	}
	return n
}

// Float takes a number that was written as such, Number any.
func (r *Reader) Float() float64 {
	n, _ := r.take(Float)
	return math.Float64frombits(n)
}

func (r *Reader) Number() float64 {
	if r.Kind() != Whole {
		return r.Float()
	}
	lead := r.Rest[0]
	n, _ := r.take(Whole)
	if lead >= 0xd0 { // signed
		return float64(int64(n))
	}
	return float64(n)
}

// FloatOrNil takes a Float or nil.
func (r *Reader) FloatOrNil() *float64 {
	if r.Kind() == Nil {
		r.take(Nil)
		return nil
	}
	v := r.Float()
	return &v
}

// Skip steps over one value. It goes as deep as the value is nested: whoever
// reads what strangers wrote has bounded that before.
func (r *Reader) Skip() {
	switch kind := r.Kind(); kind {
	case Text, Bin:
		r.bytes(kind)
	case List, Map:
		n, _ := r.take(kind)
		if kind == Map {
			n *= 2
		}
		for ; n > 0 && !r.Failed(); n-- {
			r.Skip()
		}
	case Other, None:
		r.Fail(Whole, kind)
	default:
		r.take(kind)
	}
}

// Fields takes a map. take gets the name of each field, valid during the call,
// and reads its value, or returns false to have it skipped.
func (r *Reader) Fields(take func(name string) bool) {
	for range r.Map() {
		b := r.TextHere()
		name := unsafe.String(unsafe.SliceData(b), len(b))
		if !take(name) {
			r.Skip()
		}
		if r.Failed() {
			r.at(string(b))
			return
		}
	}
}

// Field is a field of a map and where its value goes: To is a *string, *[]byte,
// *bool, *uint8, *uint32, **float64 (a number or nil), a *[]string, or a func()
// that reads the value itself.
type Field struct {
	Name string
	To   any
}

// Into takes a map into fields. A field that is not among them is passed over;
// one that is not in the map is left as it is.
func (r *Reader) Into(fields ...Field) {
	r.Fields(func(name string) bool {
		for i := range fields {
			if fields[i].Name == name {
				r.into(fields[i].To)
				return true
			}
		}
		return false
	})
}

func (r *Reader) into(to any) {
	switch to := to.(type) {
	case *string:
		*to = r.Text()
	case *[]byte:
		*to = r.Bin()
	case *bool:
		*to = r.Bool()
	case *uint8:
		*to = uint8(r.upTo(math.MaxUint8))
	case *uint32:
		*to = uint32(r.upTo(math.MaxUint32))
	case **float64:
		*to = r.FloatOrNil()
	case *[]string:
		r.Each(func(i, n int) {
			if i == 0 {
				*to = make([]string, n)
			}
			(*to)[i] = r.Text()
		})
	case func():
		to()
	default:
		r.Fail(Other, r.Kind())
	}
}

// Each takes a list; take reads the value i of n. It is not called for an empty
// list.
func (r *Reader) Each(take func(i, n int)) {
	n := r.List()
	for i := range n {
		take(i, n)
		if r.Failed() {
			r.at(digits.Int(i))
			return
		}
	}
}

// at puts a step in front of the path, as the reader leaves what it entered.
func (r *Reader) at(step string) {
	if r.Fault.Path != "" {
		step += "/" + r.Fault.Path
	}
	r.Fault.Path = step
}
