package query

import (
	"reflect"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// TestEveryFieldSelectsOrNot: a field of the query that selects makes two queries
// unlike; one that does not is not looked at. A new field must be put in one place.
func TestEveryFieldSelectsOrNot(t *testing.T) {
	not := map[string]bool{"Verb": true, "Targets": true, "Bound": true, "Limit": true, "Quantities": true, "Digits": true, "Format": true}
	for i := range reflect.TypeFor[wire.Query]().NumField() {
		name := reflect.TypeFor[wire.Query]().Field(i).Name
		var a, b wire.Query
		switch f := reflect.ValueOf(&b).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int:
			f.SetInt(7)
		case reflect.Float64:
			f.SetFloat(7)
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case reflect.Map:
			f.Set(reflect.ValueOf(map[string]float64{"x": 1}))
		default:
			t.Fatalf("%s is a %s", name, f.Kind())
		}
		p, q := selecting(&a), selecting(&b)
		if alike(&p, &q) != not[name] || reflect.DeepEqual(p, q) != not[name] {
			t.Errorf("%s: alike %v, equal %v, want %v", name, alike(&p, &q), reflect.DeepEqual(p, q), not[name])
		}
	}
	if same(map[string]float64{"a": 1, "b": 2}, map[string]float64{"a": 1, "c": 2}) || same(map[string]float64{"a": 1}, map[string]float64{"a": 2}) {
		t.Error("prices of others are the same")
	}
}
