package website

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// Weight is what a package takes of a WebAssembly module: bytes of its
// functions, before compression.
type Weight struct {
	Package string
	Bytes   int
}

// Module is a WebAssembly module of a site, which compiler built it and what it
// consists of.
type Module struct {
	Name, Compiler string
	Weights        []Weight
}

var errCutShort = errors.New("a WebAssembly module cut short")

// sections calls take with each section's number, its place in the module from
// its number on, and its content.
func sections(wasm []byte, take func(id byte, whole, content []byte) error) error {
	const head = 8
	if len(wasm) < head {
		return errors.New("not a WebAssembly module")
	}
	for at := head; at < len(wasm); {
		size, n := binary.Uvarint(wasm[at+1:])
		from := at + 1 + n
		if n <= 0 || size > uint64(len(wasm)-from) {
			return errCutShort
		}
		end := from + int(size)
		if err := take(wasm[at], wasm[at:end], wasm[from:end]); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// withoutNames leaves out the custom sections of a WebAssembly module: the names
// of its functions and who made it, of which TinyGo leaves 14 KB.
func withoutNames(wasm []byte) ([]byte, error) {
	var out []byte
	err := sections(wasm, func(id byte, whole, _ []byte) error {
		if id != 0 {
			out = append(out, whole...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(wasm[:8]), out...), nil
}

// Sections of a WebAssembly module.
const (
	customSection    = 0
	importSection    = 2
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

// weigh adds up the functions of a module, of which the names are still there,
// by package, the heaviest first. Data is one more line.
func weigh(wasm []byte) ([]Weight, error) {
	var sizes []int
	names := map[int]string{}
	imported, data := 0, 0
	err := sections(wasm, func(id byte, _, content []byte) error {
		r := counter{content}
		switch id {
		case importSection:
			imported = importedFunctions(&r)
		case codeSection:
			for range r.number() {
				n := r.number()
				sizes = append(sizes, n)
				r.take(n)
			}
		case dataSection:
			data = len(content)
		case customSection:
			if string(r.take(r.number())) == "name" {
				functionNames(&r, names)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("its functions have no names")
	}
	by := map[string]int{"(data)": data}
	for i, n := range sizes {
		by[packageOf(names[imported+i])] += n
	}
	var out []Weight
	for name, n := range by {
		out = append(out, Weight{name, n})
	}
	slices.SortFunc(out, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(a.Package, b.Package))
	})
	return out, nil
}

// counter reads a section. What is not there reads as 0 and nothing.
type counter struct{ rest []byte }

func (r *counter) number() int {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 || v > 1<<31 {
		r.rest = nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(v)
}

func (r *counter) take(n int) []byte {
	n = min(n, len(r.rest))
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *counter) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func importedFunctions(r *counter) (n int) {
	limits := func() {
		most := r.byte()&1 != 0
		r.number()
		if most {
			r.number()
		}
	}
	for range r.number() {
		r.take(r.number())
		r.take(r.number())
		switch r.byte() {
		case 0: // a function and its type
			n++
			r.number()
		case 1: // a table
			r.byte()
			limits()
		case 2: // a memory
			limits()
		case 3: // a global
			r.take(2)
		}
	}
	return n
}

func functionNames(r *counter, names map[int]string) {
	for len(r.rest) > 0 {
		kind := r.byte()
		part := counter{r.take(r.number())}
		if kind != 1 {
			continue
		}
		for range part.number() {
			i := part.number()
			names[i] = string(part.take(part.number()))
		}
	}
}

// packageOf is the package in a function's name, as TinyGo's linker writes it,
// path/to/pkg.Func and (*path/to/pkg.T).Method, or Go's, which has _ for / and for
// all else that is no letter.
func packageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	name, _, _ = strings.Cut(name, "[") // type arguments have paths of their own
	if !strings.ContainsAny(name, "/ :{") {
		if host, rest, ok := strings.Cut(name, "."); ok && hosts[strings.SplitN(rest, "_", 2)[0]] && strings.Contains(rest, "_") {
			pkg, _, _ := strings.Cut(rest, ".")
			return host + "." + strings.ReplaceAll(pkg, "_", "/")
		} else if ok && host != "" {
			return strings.ReplaceAll(host, "_", "/")
		}
		return "(other)"
	}
	dot := strings.LastIndexByte(name, '/') + 1
	end := strings.IndexAny(name[dot:], ".)")
	if end <= 0 || strings.ContainsAny(name[:dot+end], " :{") {
		return "(other)"
	}
	return name[:dot+end]
}

// hosts are the endings of the hosts in the paths of packages.
var hosts = map[string]bool{"com": true, "org": true, "net": true, "dev": true}

// WriteWeights prints the heaviest packages of each module.
func (r *Report) WriteWeights(w io.Writer) error {
	const most = 14
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, m := range r.Modules {
		fmt.Fprintf(tw, "\n%s (%s), bytes before compression\t  by package\n", m.Name, m.Compiler)
		rest := 0
		for i, x := range m.Weights {
			if i < most {
				fmt.Fprintf(tw, "%d\t  %s\n", x.Bytes, x.Package)
			} else {
				rest += x.Bytes
			}
		}
		if n := len(m.Weights) - most; n > 0 {
			fmt.Fprintf(tw, "%d\t  %d more\n", rest, n)
		}
	}
	return tw.Flush()
}
