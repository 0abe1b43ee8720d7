package website

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"pgregory.net/rapid"
)

// dataOf is a data section of segments at addresses.
func dataOf(at []int, bytes [][]byte) []byte {
	out := binary.AppendUvarint(nil, uint64(len(at)))
	for i, b := range bytes {
		out = append(appendSigned(append(out, 0, 0x41), at[i]), 0x0b)
		out = append(binary.AppendUvarint(out, uint64(len(b))), b...)
	}
	return out
}

// Three segments of two bytes, 8 zeros apart, are one of 22; 128 zeros part it.
func TestDataSegmentsAreJoined(t *testing.T) {
	m, err := readMemory(dataOf([]int{100, 110, 120, 250}, [][]byte{{1, 2}, {3, 4}, {5, 6}, {7}}))
	if err != nil || m.from != 100 || len(m.bytes) != 151 {
		t.Fatal(m.from, len(m.bytes), err)
	}
	got, n := m.section()
	first := append([]byte{1, 2}, append(make([]byte, 8), 3, 4)...)
	first = append(append(first, make([]byte, 8)...), 5, 6)
	if want := dataOf([]int{100, 250}, [][]byte{first, {7}}); n != 2 || !bytes.Equal(got, want) {
		t.Errorf("%d %v, want %v", n, got, want)
	}
}

func TestDataOfAnotherKind(t *testing.T) {
	for name, section := range map[string][]byte{
		"passive":             {1, 1, 1, 'x'},
		"another memory":      {1, 2, 1, 0x41, 0, 0x0b, 1, 'x'},
		"address of a global": {1, 0, 0x23, 0, 0x0b, 1, 'x'},
		"an address below 0":  dataOf([]int{-1}, [][]byte{{1}}),
		"an address past all": dataOf([]int{mostData + 1}, [][]byte{{1}}),
		"an end past all":     dataOf([]int{mostData}, [][]byte{{1}}),
	} {
		if _, err := readMemory(section); err != errOtherData {
			t.Errorf("%s: %v", name, err)
		}
		whole := append([]byte("\x00asm\x01\x00\x00\x00\x0b"), byte(len(section)))
		whole = append(whole, section...)
		if got, err := slim(whole, Go); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	if _, err := readMemory([]byte{1, 0, 0x41, 0, 0x0b, 9, 'x'}); err != errCutShort {
		t.Error(err)
	}
}

// What segments make of the memory stays, whatever they are.
func TestDataStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "n")
		var at []int
		var parts [][]byte
		for range n {
			at = append(at, rapid.IntRange(0, 5000).Draw(t, "at"))
			parts = append(parts, rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 0, 1, 255}), 0, 300).Draw(t, "bytes"))
		}
		laid := func(section []byte) []byte {
			m, err := readMemory(section)
			if err != nil {
				t.Fatal(err)
			}
			whole := make([]byte, 6000)
			copy(whole[m.from:], m.bytes)
			return whole
		}
		section := dataOf(at, parts)
		m, err := readMemory(section)
		if err != nil {
			t.Fatal(err)
		}
		joined, segments := m.section()
		if !bytes.Equal(laid(section), laid(joined)) || segments > 6000/joinedOver+1 {
			t.Fatalf("%v: %v in %d segments", section, joined, segments)
		}
	})
}

func TestSignedNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := int(rapid.Int32().Draw(t, "number"))
		r := counter{appendSigned(nil, want)}
		if got := r.signed(); got != want || len(r.rest) != 0 {
			t.Fatal(got)
		}
	})
}

// A program grows its stack under a collector, panics, recovers, and says where.
const program = `package main

import (
	"fmt"
	"runtime"
	"strings"
)

//go:noinline
func deep(n int, keep []byte) int {
	var frame [64]int
	frame[n%64] = n
	if n == 0 {
		runtime.GC()
		return len(keep)
	}
	if n%1000 == 0 {
		keep = append([]byte(nil), append(keep, byte(n))...)
	}
	return deep(n-1, keep) + frame[n%64] - n
}

type shape interface{ area() int }
type square struct{ side int }

func (s square) area() int { return s.side * s.side }

func caught() (what string) {
	defer func() { what = fmt.Sprint(recover()) }()
	var s []int
	return fmt.Sprint(s[deep(3, nil)])
}

func caughtNil() (what string) {
	defer func() { what = fmt.Sprint(recover()) }()
	return fmt.Sprint(none().area())
}

//go:noinline
func none() shape {
	var s *square
	return s
}

func main() {
	fmt.Println(deep(20000, []byte("kept")), caught(), "|", caughtNil())
	done := make(chan int)
	go func() { done <- deep(5000, make([]byte, 1<<20)) }()
	fmt.Println(<-done)
	stack := make([]byte, 1<<12)
	stack = stack[:runtime.Stack(stack, false)]
	fmt.Println(strings.Contains(string(stack), "main.main()"), strings.Contains(string(stack), "main.go:"))
	panic("out of ideas")
}
`

// TestSlimProgram runs a program of Go's as it was compiled and slim: it says the
// same, but for the lines of a stack.
func TestSlimProgram(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": program, "go.mod": "module program\n\ngo 1.24\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "program.wasm")
	if _, err := goCommand(t.Context(), dir, []string{"GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off"}, "build", "-ldflags=-w", "-o", file, "."); err != nil {
		t.Fatal(err)
	}
	compiled, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	slimmed, err := slim(compiled, Go)
	if err != nil {
		t.Fatal(err)
	}
	joined, err := slim(compiled, TinyGo) // nothing of lines is touched
	if err != nil {
		t.Fatal(err)
	}
	segments := func(wasm []byte) (n int) {
		if err := sections(wasm, func(id byte, _, content []byte) error {
			if id == dataSection {
				r := counter{content}
				n = r.number()
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if before, after := segments(compiled), segments(slimmed); before < 10*after || after == 0 {
		t.Errorf("%d segments, %d before", after, before)
	}
	full, _ := brotliAt(5, compiled)
	whole, _ := brotliAt(5, joined)
	packed, _ := brotliAt(5, slimmed)
	if len(packed) > len(whole)*95/100 || len(whole) > len(full)*95/100 {
		t.Errorf("%d bytes, with lines %d, as compiled %d", len(packed), len(whole), len(full))
	}
	outBefore, stackBefore := runProgram(t, compiled)
	out, stack := runProgram(t, slimmed)
	want := strings.Replace(outBefore, "true true", "true false", 1) // no main.go: in the stack
	// 4 bytes of "kept" and one more for each thousand frames of 20000.
	if out != want || outBefore == want || !strings.HasPrefix(out, "24 runtime error: index out of range [0] with length 0 | value method main.square.area called using nil *square pointer\n") {
		t.Errorf("says\n%s, as compiled\n%s", out, outBefore)
	}
	if !strings.Contains(stackBefore, "main.go:") || !strings.Contains(stack, "panic: out of ideas") || !strings.Contains(stack, "main.main()") || !strings.Contains(stack, "?:0") {
		t.Errorf("its stack:\n%s\nas compiled:\n%s", stack, stackBefore)
	}
}

func runProgram(t *testing.T, wasm []byte) (stdout, stderr string) {
	t.Helper()
	r := wazero.NewRuntime(t.Context())
	defer r.Close(context.Background())
	wasi_snapshot_preview1.MustInstantiate(t.Context(), r)
	var out, errs bytes.Buffer
	_, err := r.InstantiateWithConfig(t.Context(), wasm, wazero.NewModuleConfig().WithStdout(&out).WithStderr(&errs))
	if err == nil || !strings.Contains(err.Error(), "exit_code(2)") {
		t.Fatalf("%v, want the code of a panic\n%s", err, &errs)
	}
	return out.String(), errs.String()
}

// Tables that are bent or cut stay, or are cleared, and never past their end.
func TestLineTablesBent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := bytes.Clone(lineHeader)
		for range 8 {
			table = binary.LittleEndian.AppendUint64(table, rapid.Uint64Range(0, 300).Draw(t, "head"))
		}
		table = append(table, rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 2, 60, 100, 255}), 0, 300).Draw(t, "rest")...)
		dropLines(memory{0, table})
	})
}

func FuzzSlim(f *testing.F) {
	f.Add(smallModule(), true)
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x06\x01\x00\x41\x00\x0b\x00"), false)
	f.Fuzz(func(t *testing.T, wasm []byte, gos bool) {
		compiler := TinyGo
		if gos {
			compiler = Go
		}
		once, err := slim(wasm, compiler)
		if err != nil {
			return
		}
		twice, err := slim(once, compiler)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%q, again %q %v", once, twice, err)
		}
	})
}
