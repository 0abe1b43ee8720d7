package wire

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A module writes its replies by other methods than msgp's: the bytes are the
// same, whatever a reply holds.
func TestAppendWritesWhatMsgpWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		var r Reply
		fill(reflect.ValueOf(&r).Elem(), rng, 0)
		want, err := r.MarshalMsg([]byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Append([]byte("before")); !bytes.Equal(got, want) {
			t.Fatalf("reply %d:\n%q\nmsgp:\n%q", i, got, want)
		}
		if r.Chart == nil {
			continue
		}
		want, err = r.Chart.MarshalMsg(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Chart.Append(nil); !bytes.Equal(got, want) {
			t.Fatalf("chart %d:\n%q\nmsgp:\n%q", i, got, want)
		}
	}
}

// fill gives a value random content: pointers, slices and maps there or not,
// maps of at most one entry since those of more have no order.
func fill(v reflect.Value, rng *rand.Rand, depth int) {
	some := func() bool { return rng.IntN(3) > 0 }
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.Repeat("ü", rng.IntN(40)))
	case reflect.Bool:
		v.SetBool(some())
	case reflect.Int:
		v.SetInt(rng.Int64() >> rng.IntN(64))
	case reflect.Float64:
		v.SetFloat(rng.NormFloat64())
	case reflect.Pointer:
		if depth == 0 || some() {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), rng, depth+1)
		}
	case reflect.Slice:
		if some() {
			v.Set(reflect.MakeSlice(v.Type(), rng.IntN(4), 4))
			for i := range v.Len() {
				fill(v.Index(i), rng, depth+1)
			}
		}
	case reflect.Map:
		if some() {
			v.Set(reflect.MakeMap(v.Type()))
			if some() {
				key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				fill(key, rng, depth+1)
				fill(elem, rng, depth+1)
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if depth == 0 && rng.IntN(2) == 0 {
				continue // of Reply: any number of its fields
			}
			fill(v.Field(i), rng, depth+1)
		}
	}
}
