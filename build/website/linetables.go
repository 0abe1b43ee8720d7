package website

import (
	"bytes"
	"encoding/binary"
)

// Go's runtime finds the source line of an instruction in tables that are used when
// it prints the stack of a panic and at no other time: 121 KB of the 1,593 that are left
// of the offline file's module. The names of the functions, which such a print gives too, stay.

// lineHeader begins Go's table of functions, since 1.20: its number, instructions in
// steps of 1 and addresses of 8 bytes.
var lineHeader = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Places in runtime._func, in bytes.
const (
	funcStack   = 16 // pcsp
	funcFile    = 20 // pcfile, pcln
	funcTables  = 28 // npcdata
	funcUnit    = 32 // cuOffset, startLine
	funcHead    = 44 // all before the pcdata
	mostPcdata  = 16
	functabStep = 8 // two numbers an entry
)

// dropLines clears the tables of files and lines in the memory of a module that Go
// compiled, and reports whether it did: a layout that it does not know whole stays as
// it is. Go's runtime then says "?" for a file and 0 for a line.
func dropLines(m memory) bool {
	at := bytes.Index(m.bytes, lineHeader)
	if at < 0 {
		return false
	}
	table := m.bytes[at:]
	// nfunc, nfiles, nothing, and where from the header on its parts begin:
	// names, units, files, pctab, functions.
	var head [8]uint64
	if len(table) < 8+8*len(head) {
		return false
	}
	for i := range head {
		head[i] = binary.LittleEndian.Uint64(table[8+8*i:])
		if head[i] > uint64(len(table)) || i > 3 && head[i] < head[i-1] {
			return false
		}
	}
	tables, functions := table[head[6]:head[7]], table[head[7]:]
	if uint64(len(functions)) < functabStep*head[0] {
		return false
	}
	used := make([]bool, len(tables))
	use := func(from uint32) bool {
		if from == 0 { // there is none
			return true
		}
		if uint64(from) >= uint64(len(tables)) {
			return false
		}
		n, ok := tableLength(tables[from:])
		for i := range n {
			used[int(from)+i] = true
		}
		return ok
	}
	var found [][]byte
	for i := range int(head[0]) {
		from := uint64(binary.LittleEndian.Uint32(functions[functabStep*i+4:]))
		if from+funcHead > uint64(len(functions)) {
			return false
		}
		f := functions[from:]
		n := binary.LittleEndian.Uint32(f[funcTables:])
		if n > mostPcdata || uint64(len(f)) < uint64(funcHead+4*n) || !use(binary.LittleEndian.Uint32(f[funcStack:])) {
			return false
		}
		for k := range int(n) {
			if !use(binary.LittleEndian.Uint32(f[funcHead+4*k:])) {
				return false
			}
		}
		found = append(found, f)
	}
	for _, f := range found {
		clear(f[funcFile : funcFile+8])
		clear(f[funcUnit : funcUnit+8])
	}
	for i := range tables {
		if !used[i] {
			tables[i] = 0
		}
	}
	clear(table[head[4]:head[6]]) // units and files
	return true
}

// tableLength is how long a table of values by instruction is: pairs of numbers, the
// first of which is 0 at the end, but not in the first pair.
func tableLength(table []byte) (n int, ok bool) {
	for first := true; ; first = false {
		v, k := binary.Uvarint(table[n:])
		if k <= 0 {
			return n, false
		}
		if n += k; v == 0 && !first {
			return n, true
		}
		if _, k = binary.Uvarint(table[n:]); k <= 0 {
			return n, false
		}
		n += k
	}
}
