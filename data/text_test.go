package data

import "testing"

func TestUnsoundText(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "TP=8, EP=8": "", "模型": "", "Qwen/Qwen3@main": "", "naïve \u00a0 x": "", "👩‍💻": "",
		"\xff": "not UTF-8 text", "a\nb": "holds a line end", "a\rb": "holds a line end", "a\u2028b": "holds a line end",
		"a\u2029": "holds a line end", "a\u0085": "holds a line end", "\x00": "holds control characters", "a\tb": "holds control characters",
		"\x1b[2J": "holds control characters", "\x7f": "holds control characters", "\u009b2J": "holds control characters",
		"a\u202eb": "holds marks of writing direction", "\u2066": "holds marks of writing direction", "\u200f": "holds marks of writing direction",
		"\ufeffa": "holds characters that show nothing", "a\u200b": "holds characters that show nothing", "a\U000e0041": "holds characters that show nothing",
	} {
		if got := UnsoundText(s); got != want {
			t.Errorf("UnsoundText(%q) = %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]string{"gb200": "", "a/b": "holds / or @, which part the names of series", "a@2026-01-01": "holds / or @, which part the names of series", "a\n": "holds a line end"} {
		if got := UnsoundName(s); got != want {
			t.Errorf("UnsoundName(%q) = %q, want %q", s, got, want)
		}
	}
}

// Bodies whose hash is right, of the other kind, without a field, with one
// twice, or with a value of another type: named in the words of the format.
func TestShapeIsChecked(t *testing.T) {
	key := func(k string) string { return string([]byte{0xa0 | byte(len(k))}) + k }
	sheet := func(price string) string {
		return "\x83" + key("bundles") + "\x90" + key("sources") + "\x90" + key("sheets") + "\x91\x83" + key("as_of") + key("2026-01-01") + key("source") + key("s") +
			key("rows") + "\x91\x86" + key("hardware") + key("h") + key("hyperscaler") + price + key("neocloud") + "\xc0" + key("rental") + "\xc0" +
			key("all_in_kw") + "\xc0" + key("tdp_w") + "\xc0"
	}
	_, points, _, err := unseal(sampleFile(t, KindPoints))
	if err != nil {
		t.Fatal(err)
	}
	one := "\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00"
	if _, _, _, err := OpenFile(sealed(KindIndex, []byte(sheet(one)))); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ kind, body, want string }{
		"points as an index": {KindIndex, string(points), "data: byte 0 of the content: the field bundles is missing"},
		"nothing":            {KindPoints, "\x80", "data: byte 0 of the content: the field model is missing"},
		"a list":             {KindIndex, "\x90", "data: byte 0 of the content: the content is not a map"},
		"an index twice over": {KindIndex, "\x84" + key("bundles") + "\x90" + key("sheets") + "\x90" + key("sources") + "\x90" + key("bundles") + "\x90",
			"data: byte 27 of the content: a field that comes twice"},
		"a longer header": {KindIndex, "\x84" + key("bundles") + "\x90" + key("sheets") + "\x90" + key("sources") + "\x90\xd9\x07bundles\x90",
			"data: byte 27 of the content: a field that comes twice"},
		"a source of one field": {KindIndex, "\x83" + key("bundles") + "\x90" + key("sheets") + "\x90" + key("sources") + "\x91\x81" + key("id") + "\xb4" + "01234567890123456789",
			"data: byte 27 of the content: the field title is missing"},
		"a price in words":     {KindIndex, sheet(key("free")), "data: index: sheets/0/rows/0/hyperscaler: holds a text where a number should be"},
		"a price of 64 fields": {KindIndex, "\xde\x00\x40" + string(make([]byte, 128)), "data: byte 0 of the content: a map of more than 48 fields"},
	} {
		if _, _, _, err := OpenFile(sealed(c.kind, []byte(c.body))); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
