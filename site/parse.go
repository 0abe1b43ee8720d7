package main

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/isofront/isofront/core/digits"
)

// Bounds on typed text, which also bound the address.
const (
	maxToken   = 24
	maxTyped   = 400 // bytes of typed targets
	maxTargets = 50
	maxPrice   = 100000 // $/GPU-hour
	maxTarget  = 1e6    // tok/s/user
)

func trim(s string) string { return strings.TrimSpace(s) }

// clip cuts s to at most n bytes without splitting a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// number reads a plain positive decimal such as 23.5: no sign, exponent, hex,
// infinity or group separators, so that what is read is what was meant.
func number(s string, limit float64) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	v, ok := digits.Parse(s)
	if !ok || v < smallest || v > limit {
		return 0, false
	}
	return v, true
}

// smallest is the smallest number that is taken: anything below is a slip, and
// what is derived from it could overflow.
const smallest = 1e-6

// tidyTargets puts typed targets in one form: entries joined by ", ".
// Entries that are no numbers are kept, so that they can be named.
func tidyTargets(text string) string {
	entries := strings.FieldsFunc(text, func(r rune) bool {
		return r == ',' || r == ';' || r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\u00a0'
	})
	if len(entries) > maxTargets {
		entries = entries[:maxTargets]
	}
	for i := range entries {
		entries[i] = clip(entries[i], maxToken)
	}
	return strings.Join(entries, ", ")
}

// splitTargets splits typed targets into those that can be used and those
// that cannot, both as typed and in that order.
func splitTargets(text string) (good, bad []string) {
	text = tidyTargets(text)
	if text == "" {
		return nil, nil
	}
	for _, entry := range strings.Split(text, ", ") {
		if _, ok := number(entry, maxTarget); ok {
			good = append(good, entry)
		} else {
			bad = append(bad, entry)
		}
	}
	return good, bad
}

// parseTargets is splitTargets with the numbers that the usable ones mean.
func parseTargets(text string) (good []float64, bad []string) {
	texts, bad := splitTargets(text)
	for _, entry := range texts {
		v, _ := number(entry, maxTarget)
		good = append(good, v)
	}
	return good, bad
}

// parsePrice reads a typed price in $/GPU-hour, with or without the dollar
// sign.
func parsePrice(text string) (float64, bool) {
	return number(trim(strings.TrimPrefix(trim(text), "$")), maxPrice)
}

// wrongPrice says why a typed price cannot be used and what would be.
func wrongPrice(text string) string { return wrong(text, "price") }

// wrong does so for any number above 0.
func wrong(text, what string) string {
	plain := trim(strings.TrimPrefix(trim(text), "$"))
	whole, rest, comma := strings.Cut(plain, ",")
	switch {
	case comma && isDigits(whole) && isDigits(rest) && len(rest) == 3:
		return "“" + text + "”: write " + whole + "." + rest + ", or " + whole + rest + " without the comma."
	case comma && isDigits(whole) && isDigits(rest):
		return "“" + text + "”: use a point: " + whole + "." + rest + "."
	}
	if v, ok := digits.Parse(plain); ok && v > maxPrice && strings.Trim(plain, "0123456789.") == "" {
		return "“" + text + "” is above " + strconv.Itoa(maxPrice) + ", the most that is taken."
	}
	return "“" + text + "” is not a " + what + " above 0."
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// decimal writes v in the fewest digits that read back as v.
func decimal(v float64) string { return digits.Plain(v) }

func joinDecimals(values []float64) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = decimal(v)
	}
	return strings.Join(texts, ", ")
}
