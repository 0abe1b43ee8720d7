package vjson

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// same compares with encoding/json, which this reads and writes as.
func same(t *testing.T, text string) {
	t.Helper()
	var got, want map[string]interface{}
	err, wantErr := Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &want)
	if want == nil && wantErr == nil {
		return // null is no event
	}
	if (err != nil) != (wantErr != nil) {
		t.Errorf("%q: %v, want %v", text, err, wantErr)
	} else if err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%q: %#v, want %#v", text, got, want)
	}
}

func TestUnmarshal(t *testing.T) {
	for _, text := range []string{
		`{}`, ` { } `, `{"position_id":"0_1","event_type":"click","capture":false,"passive":true,"event_summary":{"target":{"value":"a\"b\\c\n\u00e9\ud83d\ude00"}}}`,
		`{"a":[1,-2.5e3,[],{}],"b":null}`, `{"a":1,"a":2}`, `{"a":"\ud800"}`, `{"a":"\ud800\u0041"}`, `{"a":"\b\f\n\r\t\/"}`,
		``, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":tru}`, `{"a":1}x`, `[]`, `{"a":"x`, `{"a":"\`, `{"a":"\u12"}`, `{"a":"\x"}`, "{\"a\":\"\n\"}", `{a:1}`, `{"a":+1}`, `{"a":1 2}`,
	} {
		same(t, text)
	}
	var m map[string]interface{}
	if Unmarshal([]byte(`{"a":`+strings.Repeat("[", 1e6)), &m) == nil {
		t.Error("a million brackets are read")
	}
}

func TestMarshal(t *testing.T) {
	for _, text := range []string{"", `a "b" \ c`, "line\n\ttab\x00", "é 😀 <&>"} {
		b, _ := Marshal(text)
		var back string
		if err := json.Unmarshal(b, &back); err != nil || back != text {
			t.Errorf("%q: %s, %v", text, b, err)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add(`{"a":[1,"\u00e9"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var m map[string]interface{}
		if Unmarshal([]byte(text), &m) == nil && m == nil {
			t.Errorf("%q: neither an object nor an error", text)
		}
	})
}
