package words_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/words"
)

func TestASCIIIsTheLibrarys(t *testing.T) {
	ascii := rapid.StringMatching("[ -~]{0,20}")
	rapid.Check(t, func(t *rapid.T) {
		a, b := ascii.Draw(t, "a"), ascii.Draw(t, "b")
		if rapid.Bool().Draw(t, "same letters") {
			b = strings.ToUpper(a)
		}
		if got := words.Lower(a); got != strings.ToLower(a) {
			t.Errorf("Lower(%q) = %q", a, got)
		}
		if got := words.Same(a, b); got != strings.EqualFold(a, b) {
			t.Errorf("Same(%q, %q) = %v", a, b, got)
		}
		part := a[len(a)/3 : len(a)/3+min(len(a)/3, 3)]
		if got := words.Index(a, part); got != strings.Index(a, part) {
			t.Errorf("Index(%q, %q) = %d", a, part, got)
		}
		if got := words.Index(a, b); got != strings.Index(a, b) {
			t.Errorf("Index(%q, %q) = %d", a, b, got)
		}
	})
}

func TestOtherLettersCount(t *testing.T) {
	if words.Lower("ÄBC") != "Äbc" || words.Same("Ä", "ä") || !words.Same("ÄB", "Äb") {
		t.Error("letters beyond A to Z are changed")
	}
}

// Quote reads back as what was quoted, and is what strconv writes for what names
// are made of.
func TestQuote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		if back, err := strconv.Unquote(words.Quote(s)); err != nil || back != s {
			t.Fatalf("%q became %s", s, words.Quote(s))
		}
	})
	for _, s := range []string{"", "gb200/*", `a "b" \c`, "a\nb\tc\rd", "DeepSeek-V4 ü€ 日本 😀", "\x00\x1b[2J\x7f", "\xff\xfe", "a\u200bb\u202ec\u2066\ufeff\u00ad\u3000", "\U000e0041", "\u0085"} {
		if s != "\x00\x1b[2J\x7f" && words.Quote(s) != strconv.Quote(s) {
			t.Errorf("%s, strconv writes %s", words.Quote(s), strconv.Quote(s))
		}
	}
	if got := words.Quote("\x00\x1b[2J\x7f"); got != `"\x00\x1b[2J\x7f"` {
		t.Error(got)
	}
}

// TestEscapesReplaceAsTheLibrary: for the tables of the text formats.
func TestEscapesReplaceAsTheLibrary(t *testing.T) {
	pairs := []string{"&", "&amp;", "<", "&lt;", "~", `$\sim$`, "→", `$\rightarrow$`, "–", "--", "\n", " "}
	own, library := words.Escapes(pairs), strings.NewReplacer(pairs...)
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"&", "<", "~", "→", "–", "—", "\n", "a", "ä", "\xe2", "&amp;", ""})).Draw(t, "parts"), "")
		if got, want := own.Replace(s), library.Replace(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	})
}
