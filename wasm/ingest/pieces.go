package ingest

import "io"

// pieces are what came of a file, in the order in which it came. Reading gives up
// each piece when it was read.
type pieces struct {
	list [][]byte
	size int
	read int // of the first piece
}

// add keeps a copy of b, without room for more.
func (p *pieces) add(b []byte) {
	if len(b) > 0 {
		kept := make([]byte, len(b))
		copy(kept, b)
		p.list, p.size = append(p.list, kept), p.size+len(b)
	}
}

// head is the first n bytes, or all where there are fewer.
func (p *pieces) head(n int) []byte {
	if len(p.list) > 0 && len(p.list[0]) >= n {
		return p.list[0][:n]
	}
	var out []byte
	for _, b := range p.list {
		if out = append(out, b...); len(out) >= n {
			return out[:n]
		}
	}
	return out
}

// whole is all in one, which takes the place of the pieces.
func (p *pieces) whole() []byte {
	if len(p.list) > 1 {
		all := make([]byte, 0, p.size)
		for i, b := range p.list {
			all = append(all, b...)
			p.list[i] = nil
		}
		p.list = [][]byte{all}
	}
	if len(p.list) == 0 {
		return nil
	}
	return p.list[0]
}

func (p *pieces) Read(b []byte) (int, error) {
	for len(p.list) > 0 {
		if n := copy(b, p.list[0][p.read:]); n > 0 || len(b) == 0 {
			p.read += n
			return n, nil
		}
		p.list[0], p.list, p.read = nil, p.list[1:], 0
	}
	return 0, io.EOF
}
