package audit

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
)

// Kind says how a cell reads.
type Kind int

const (
	Blank      Kind = iota // nothing is published there
	Number                 // a value
	Absent                 // published as not to be had: unreachable, n/a, a dash
	Unreadable             // anything else; Why says what
)

// Published is a cell as it was printed.
type Published struct {
	Kind  Kind
	Value float64 // when Number
	Half  float64 // half a unit of the last printed digit
	about float64 // the same where it is printed as approximate, whose zeros at the end are not digits: ~2,800
	Why   string  // when Unreadable
	Ratio bool    // Unreadable because it is a ratio or a share

	other   string        // its text where its comma or point means the other thing; "": it cannot
	by      float64       // what Value was multiplied by to be in its column's unit; 0: nothing
	unclear bool          // Unreadable because it can be either
	bound   string        // Unreadable because it is one, of this
	sign    string        // of the bound
	span    *[2]Published // Unreadable because it is a range, from one to the other

	dollar   bool // carries a dollar sign
	scaled   bool // carries its own k or M
	infinite bool // Absent because it is ∞
	unit     unit // zero when the cell names none
	named    bool // unit is written in the cell, not only meant by its dollar sign
}

// infinities are the absents that say more.
var infinities = []string{"∞", "inf", "infinity"}

// absents are how tables write that there is no value. A cell that begins with
// one of the second list is absent too.
var (
	absents  = []string{"n/a", "n.a.", "n.a", "#n/a", "na", "nan", "nr", "n.r.", "dnr", "fail", "failed", "infeasible", "never", "timeout", "timed out", "x", "×", "✖", "❌", "⛔", "🚫", "none", "null", "nil", "absent", "missing", "∞", "inf", "infinity", "✗", "✕", "✘", "∅", "no data", "no price", "no power figure", "dnf", "oom"}
	absently = []string{"unreachable", "not ", "does not ", "doesn't ", "did not ", "didn't ", "could not ", "couldn't ", "out of reach", "out of range", "unavailable", "unsupported", "cannot", "can't"}
)

var (
	approx   = regexp.MustCompile(`^(?:[~≈∼≃≅]|about |approx\.? |approximately |ca\.? |circa )\s*`)
	bound    = regexp.MustCompile(`^(?:<=|>=|=<|=>|[<>≤≥]|up to |under |over |at least |at most |below |above )`)
	currency = regexp.MustCompile(`^(?:us ?\$|usd|\$)\s*`)
	foreign  = regexp.MustCompile(`^(?:[€£¥₹]|eur|gbp|cny|rmb)`)
	digits   = regexp.MustCompile(`^(?:\d{1,3}(?:[, '’]\d{3})+|\d+)?(?:\.\d+)?`)
	power    = regexp.MustCompile(`^ ?[×x·*] ?10 ?\^?([-+]?\d{1,2})`)
	tenTo    = regexp.MustCompile(`^[~≈$ ]*10\^[-+]?\d`)
	exponent = regexp.MustCompile(`^e([-+]?\d{1,2})\b`)
	scaled   = regexp.MustCompile(`^ ?(k|m|b|thousand|million|billion)\b`)
	multiple = regexp.MustCompile(`^ ?(?:[×x]|times)$|^ ?%|^ ?percent`)
	remark   = regexp.MustCompile(`^\((?:[-+~≈]?[\d.,]+ ?(?:[x×%]|percent)[^()]*|[a-z]|\d|best|est\.?|estimated?|measured|interpolated|baseline|ref\.?|reference|winner)\)$`)
	note     = regexp.MustCompile(`(?:\[\^?[0-9a-z*†‡]{1,3}\]|\[\^[^\[\]\s]{1,40}\]|\^[0-9a-z*†‡]{1,3}\^|\^\[?[0-9a-z*†‡,]{1,3}\]?|[*†‡§¶‖#_]+)$`)
	grouped  = regexp.MustCompile(`[, '’]`)
)

var asciiBounds = strings.NewReplacer("<=", "≤", "=<", "≤", ">=", "≥", "=>", "≥")

// ornaments are signs around a value that say how it compares: best, more, less. Of those
// that say that there is none, see absents.
const ornaments = "▲△▼▽↑↓↗↘⬆⬇★☆⭐🏆🥇🥈🥉🔥✓✔✅\ufe0f "

var superscripts = strings.NewReplacer("⁰", "^0", "¹", "^1", "²", "^2", "³", "^3", "⁴", "^4", "⁵", "^5", "⁶", "^6", "⁷", "^7", "⁸", "^8", "⁹", "^9", "ᵃ", "^a", "ᵇ", "^b", "ᶜ", "^c", "⁻", "^-")

// ReadCell reads a published cell: a number with its printed rounding, a word
// or dash for no value, or why it is neither. Dollar signs, ~, thousands
// separators, k and M, units and footnote marks are understood. A comma that
// does not group thousands is not guessed to be a decimal comma.
func ReadCell(text string) Published {
	if isPlain(text) { // most cells of most tables: nothing below would change it
		return readNumber(text)
	}
	s := strings.ToLower(clean(text))
	s = strings.ReplaceAll(strings.ReplaceAll(superscripts.Replace(s), "−", "-"), "^-^", "^-")
	s = strings.Trim(s, "*_`"+ornaments)
	if len(s) > longestValue {
		return unreadable("a text, not a value")
	}
	for strings.Contains(s, "^") && multiDigit.MatchString(s) {
		s = multiDigit.ReplaceAllString(s, "^$1$2")
	}
	s = strings.TrimSpace(s)
	if s == "" {
		if clean(text) != "" {
			return unreadable("a mark, not a value")
		}
		return Published{}
	}
	if strings.Trim(s, "-–—― ") == "" {
		return Published{Kind: Absent}
	}
	if tenTo.MatchString(s) {
		return unreadable("10 with a mark, or a power of 10")
	}
	if !power.MatchString(strings.TrimLeft(s, "~$≈ 0123456789.,")) {
		for range mostNotes {
			if !note.MatchString(s) {
				break
			}
			s = strings.TrimSpace(note.ReplaceAllString(s, ""))
		}
	}
	if s == "" {
		return unreadable("a mark, not a value")
	}
	if bare, _, ok := strings.Cut(s, " ("); ok && strings.HasSuffix(s, ")") && (strings.Trim(bare, "-–—― ") == "" || isAbsent(bare)) {
		s = bare // – (OOM)
	}
	if inner := strings.TrimSuffix(strings.TrimPrefix(s, "("), ")"); len(inner) == len(s)-2 && isAbsent(inner) {
		s = inner
	}
	if strings.Trim(s, "-–—― ") == "" || isAbsent(s) {
		return Published{Kind: Absent, infinite: slices.Contains(infinities, s)}
	}
	return readNumber(s)
}

// A value with its unit and its footnotes is no longer than this, and has no more
// notes: each costs a look at the whole text.
const (
	longestValue = 200
	mostNotes    = 8
)

// isPlain reports whether a text is digits with separators, dollars or not.
func isPlain(text string) bool {
	text = strings.TrimPrefix(text, "$")
	return text != "" && strings.Trim(text, "0123456789.,") == ""
}

// multiDigit joins superscript digits: ^1^2 is ^12.
var multiDigit = regexp.MustCompile(`\^([-+]?\d+)\^(\d)`)

func isAbsent(s string) bool {
	for _, a := range absents {
		if s == a {
			return true
		}
	}
	for _, a := range absently {
		if strings.HasPrefix(s, a) || s == strings.TrimSpace(a) {
			return true
		}
	}
	return false
}

func unreadable(why string) Published { return Published{Kind: Unreadable, Why: why} }

func readNumber(s string) Published {
	out := Published{Kind: Number}
	about := approx.MatchString(s)
	s = approx.ReplaceAllString(s, "")
	// Below the SLO is no bound: there is no number.
	if m := bound.FindString(s); m != "" && (m[len(m)-1] != ' ' || strings.ContainsAny(s, "0123456789")) {
		u := unreadable("a bound, not a value")
		u.bound, u.sign = strings.TrimSpace(s[len(m):]), asciiBounds.Replace(strings.TrimSpace(m))
		return u
	}
	if strings.ContainsAny(s, "-–—…±") || strings.Contains(s, " to ") || strings.Contains(s, "..") {
		if p, ok := readSpan(s); ok {
			return p
		}
	}
	if foreign.MatchString(s) {
		return unreadable("not in dollars")
	}
	if m := currency.FindString(s); m != "" {
		out.dollar = true
		s = s[len(m):]
		about = about || approx.MatchString(s)
		s = approx.ReplaceAllString(s, "")
	}
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		return unreadable("a signed number, not a value")
	}
	text := digits.FindString(s)
	if text == "" {
		return unreadable("not a number")
	}
	rest := s[len(text):]
	if rest != "" && strings.IndexByte(".,0123456789'", rest[0]) >= 0 {
		return unreadable("a comma or point that does not group thousands")
	}
	whole, frac, _ := strings.Cut(text, ".")
	if seps := grouped.FindAllString(whole, -1); len(seps) > 0 {
		if whole[0] == '0' || strings.Count(whole, seps[0]) != len(seps) {
			return unreadable("a comma or point that does not group thousands")
		}
		whole = grouped.ReplaceAllString(whole, "")
	}
	if len(whole)+len(frac) > 30 {
		return unreadable("too many digits")
	}
	exp := 0
	if m := power.FindStringSubmatch(rest); m != nil {
		exp, _ = strconv.Atoi(m[1])
		rest = rest[len(m[0]):]
	} else if m := exponent.FindStringSubmatch(rest); m != nil {
		exp, _ = strconv.Atoi(m[1])
		rest = rest[len(m[0]):]
	} else if m := scaled.FindStringSubmatch(rest); m != nil && !strings.HasPrefix(strings.TrimSpace(rest[len(m[0]):]), "tok") {
		exp = map[byte]int{'k': 3, 't': 3, 'm': 6, 'b': 9}[m[1][0]]
		out.scaled = true
		rest = rest[len(m[0]):]
	}
	out.Value = decimal(whole+frac, exp-len(frac))
	if out.Value > 0 { // what is there is never rounded to 0: a printed 0 is a value that was absent
		out.Half = decimal("5", exp-len(frac)-1)
		if about && frac == "" { // two digits are always meant
			zeros := min(len(whole)-len(strings.TrimRight(whole, "0")), max(len(whole)-2, 0))
			out.about = decimal("5", exp+zeros-1)
		}
	}
	return out.finish(strings.TrimSpace(rest))
}

// finish reads what follows the number.
func (p Published) finish(rest string) Published {
	if multiple.MatchString(rest) {
		q := unreadable("a ratio or a share, not a value")
		q.Ratio = true
		return q
	}
	if i := strings.IndexByte(rest, '('); i >= 0 && remark.MatchString(rest[i:]) {
		rest = strings.TrimSpace(rest[:i])
	}
	switch rest {
	case "":
	case "usd", "dollars", "$":
		p.dollar = true
	case "¢", "cents":
		p.dollar = true
		p.Value, p.Half, p.about = p.Value/100, p.Half/100, p.about/100
	default:
		if p.dollar {
			rest = strings.TrimPrefix(rest, "usd ")
		}
		u, ok, _ := recognise(rest)
		if !ok || !wholeUnit(rest) {
			return unreadable("text after the number")
		}
		p.unit, p.named = u, true
	}
	if p.dollar && p.unit == (unit{}) {
		p.unit = unit{render.Cost, 1}
	}
	if math.IsInf(p.Value, 0) {
		return unreadable("too large")
	}
	return p
}

var (
	perGPU    = strings.NewReplacer("/gpu", "", " per gpu", "", "per gpu", "", "per ", "/", " ", "")
	unitNames = strings.NewReplacer("tokens", "tok", "token", "tok", "toks", "tok", "seconds", "s", "second", "s", "sec", "s", "million", "m", "joules", "j", "joule", "j", "dollars", "$", "dollar", "$", "usd", "$", "1m", "m")
)

// wholeUnit reports whether a text is nothing but a unit.
func wholeUnit(s string) bool {
	s = strings.Trim(perGPU.Replace(s), "/.")
	switch unitNames.Replace(s) {
	case "tok/s", "ktok/s", "tps", "m", "mtok", "k", "ktok", "$/m", "$/mtok", "j/tok", "kj/tok", "mj/tok", "tok/$", "mtok/$", "ktok/$":
		return true
	}
	return false
}

// decimal is digits x 10^exp, correctly rounded.
func decimal(digits string, exp int) float64 {
	if digits == "" {
		digits = "0"
	}
	v, err := strconv.ParseFloat(digits+"e"+strconv.Itoa(exp), 64)
	if err != nil {
		return math.Inf(1)
	}
	return v
}
