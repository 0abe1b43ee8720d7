package data

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/msgpack"
)

// body is a struct of the schema, as msgp writes it and as decode.go reads it.
type body interface {
	MarshalMsg([]byte) ([]byte, error)
	read(*msgpack.Reader)
}

func bodies() []func() body {
	return []func() body{
		func() body { return new(pointsBody) }, func() body { return new(columnBody) }, func() body { return new(indexBody) },
		func() body { return new(bundleBody) }, func() body { return new(seriesBody) }, func() body { return new(sheetBody) },
		func() body { return new(priceBody) }, func() body { return new(sourceBody) }, func() body { return new(requestsBody) },
		func() body { return new(requestColumnBody) }, func() body { return new(requestsEntryBody) },
	}
}

// Every field that msgp writes is read back, from a body of any content.
func TestEveryFieldOfTheSchemaIsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, fresh := range bodies() {
		for range 100 {
			sent, got := fresh(), fresh()
			fillBody(reflect.ValueOf(sent).Elem(), rng)
			file, err := sent.MarshalMsg(nil)
			if err != nil {
				t.Fatal(err)
			}
			if points, ok := sent.(*pointsBody); ok && !bytes.Equal(points.write(), file) {
				t.Fatalf("%q\nwas written as\n%q", file, points.write())
			}
			r := msgpack.Reader{Rest: file}
			if got.read(&r); r.Failed() || len(r.Rest) != 0 {
				t.Fatalf("%T: %+v, %d bytes left", sent, r.Fault, len(r.Rest))
			}
			again, err := got.MarshalMsg(nil)
			if err != nil || !bytes.Equal(again, file) {
				t.Fatalf("%T: %q\nwas read as\n%q", sent, file, again)
			}
		}
	}
}

// A body cut short anywhere, or with a byte changed, is a fault or another
// value, never a panic.
func TestDamagedBodiesDoNotPanic(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, fresh := range bodies() {
		sent := fresh()
		fillBody(reflect.ValueOf(sent).Elem(), rng)
		file, err := sent.MarshalMsg(nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range file {
			r := msgpack.Reader{Rest: file[:n:n]}
			if fresh().read(&r); !r.Failed() {
				t.Fatalf("%T: the first %d of %d bytes are read", sent, n, len(file))
			}
			changed := bytes.Clone(file)
			changed[n] = byte(rng.Uint32())
			fresh().read(&msgpack.Reader{Rest: changed})
		}
	}
}

func fillBody(v reflect.Value, rng *rand.Rand) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("ü", rng.IntN(4)*9))
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Uint8, reflect.Uint32:
		v.SetUint(uint64(rng.Uint32() >> rng.IntN(32)))
	case reflect.Float64:
		v.SetFloat(rng.NormFloat64())
	case reflect.Pointer:
		if rng.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fillBody(v.Elem(), rng)
		}
	case reflect.Slice:
		if n := rng.IntN(4); n > 0 { // an empty list and none are not told apart
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fillBody(v.Index(i), rng)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillBody(v.Field(i), rng)
		}
	}
}
