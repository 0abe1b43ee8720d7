package main

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
)

// The address after # reads key=value&key=value. Defaults are left out, lists
// are joined by commas, and characters outside the plain set are escaped as
// %XX of their UTF-8 bytes. Unknown keys and values are dropped and named, so
// that an old link opens what it still can. Text that was typed but cannot be
// used stays on the page and out of the address.

// encodeHash writes s without the leading #; the same state always gives the
// same text.
func encodeHash(s state) string {
	var parts []string
	add := func(key, value string) {
		if value != "" {
			parts = append(parts, key+"="+value)
		}
	}
	add("v", s.view())
	if s.view() == "definitions" {
		add("d", s.Term)
	}
	add("m", escape(s.Model))
	add("w", escape(s.Workload))
	if s.axis() != iso.Interactivity {
		add("axis", string(s.axis()))
	}
	if s.Percentile != 0 {
		add("p", strconv.Itoa(s.Percentile))
	}
	if s.tokens() != render.Total {
		add("tok", string(s.tokens()))
	}
	if s.height() != heights[0].Value {
		add("y", s.height())
	}
	on := func(key string, on bool) {
		if on {
			add(key, "on")
		}
	}
	on("unofficial", s.Unofficial)
	on("frontier", s.Frontier)
	on("lines", s.Marked)
	on("dates", s.AllDates)
	add("asof", s.AsOf)
	add("pin", escape(s.Pin))
	add("b", escape(s.Baseline))
	if s.basis() != bases[0].Value {
		add("basis", s.basis())
	}
	add("date", escape(s.PricesAsOf))
	typed := func(key string, by map[string]string) {
		var own []string
		for hardware, text := range by {
			if _, ok := parsePrice(text); ok {
				own = append(own, escape(hardware)+":"+escape(text))
			}
		}
		order.Strings(own)
		add(key, strings.Join(own, ","))
	}
	typed("own", s.Own)
	typed("kw", s.OwnKw)
	good, _ := splitTargets(s.Targets)
	add("t", escapeList(good))
	if q := strings.Join(s.quantities(), ","); q != quantities[0].Value {
		add("q", q)
	}
	add("show", escapeList(s.Shown))
	if s.Line > 0 {
		add("x", decimal(s.Line))
	}
	limit := s.bound()
	if _, ok := parsePrice(s.Limit); ok {
		limit += ":" + escape(s.Limit)
	}
	if limit != bounds[0].Value {
		add("within", limit)
	}
	if _, ok := parsePrice(s.MW); ok {
		add("mw", escape(s.MW))
	}
	add("log", s.ScaleX+s.ScaleY)
	add("with", escapeList(s.Drops))
	for _, c := range s.closed() {
		add(c.key, *c.value)
	}
	return strings.Join(parts, "&")
}

// decodeHash reads what encodeHash wrote, with or without the #, and lists what
// no data could give: values of the wrong form and unknown keys.
func decodeHash(hash string) (s state, lost []vain) {
	for _, part := range strings.Split(strings.TrimPrefix(hash, "#"), "&") {
		key, value, _ := strings.Cut(part, "=")
		lose := func(what string) { lost = append(lost, vain{key, what}) }
		closed := func(what string, choices []choice) string {
			if value != "" && known(choices, value) != value {
				lose(what + " " + asked(unescape(value)) + ", which is none of this page’s")
			}
			return known(choices, value)
		}
		typed := func(value, what string, keep func(hardware, text string)) {
			for _, pair := range strings.Split(value, ",") {
				hardware, text, _ := strings.Cut(pair, ":")
				hardware, text = unescape(hardware), unescape(text)
				if _, ok := parsePrice(text); ok && hardware != "" {
					keep(hardware, text)
				} else if pair != "" {
					lose(what + " " + asked(text) + " of " + asked(hardware) + ", which is not a " + what + " above 0")
				}
			}
		}
		flag := func() bool {
			if value != "on" && value != "" {
				lose(asked(unescape(key+"="+value)) + ", which is neither on nor left out")
			}
			return value == "on"
		}
		switch key {
		case "v":
			if value == "explore" { // the default's name, as somebody may write it
				value = ""
			}
			s.View = closed("view", views)
		case "d":
			if s.Term = value; strings.Trim(value, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
				s.Term = ""
				lose("definition " + asked(unescape(value)) + ", which is none of this page’s")
			}
		case "m":
			s.Model = unescape(value)
		case "w":
			s.Workload = unescape(value)
		case "axis":
			s.Axis = closed("axis", axes)
		case "p":
			if v := closed("percentile", percentiles); value != "" && v == unescape(value) {
				s.Percentile, _ = strconv.Atoi(v)
			}
		case "unofficial":
			s.Unofficial = flag()
		case "frontier":
			s.Frontier = flag()
		case "lines":
			s.Marked = flag()
		case "dates":
			s.AllDates = flag()
		case "tok":
			s.Tokens = closed("kind of tokens", tokenKinds)
		case "y":
			s.Height = closed("height", heights)
		case "pin":
			s.Pin = unescape(value)
		case "b":
			s.Baseline = unescape(value)
		case "basis":
			s.Basis = closed("price basis", bases)
		case "date", "asof":
			at, what := &s.PricesAsOf, "price sheet "
			if key == "asof" {
				at, what = &s.AsOf, "measuring date "
			}
			if date := unescape(value); data.ValidDate(date) {
				*at = date
			} else if date != "" {
				lose(what + asked(date) + ", which is no date such as 2026-03-18")
			}
		case "own":
			typed(value, "price", s.setOwn)
		case "kw":
			typed(value, "power", s.setOwnKw)
		case "within":
			kind, limit, _ := strings.Cut(value, ":")
			value = kind
			s.Bound, s.Limit = closed("bound", bounds), clip(unescape(limit), maxToken)
			if _, ok := parsePrice(s.Limit); !ok && limit != "" {
				lose("bound " + asked(s.Limit) + ", which is not a number above 0")
				s.Limit = ""
			}
		case "mw":
			if s.MW = clip(unescape(value), maxToken); value != "" {
				if _, ok := parsePrice(s.MW); !ok {
					lose("budget " + asked(s.MW) + ", which is not a number of megawatts above 0")
					s.MW = ""
				}
			}
		case "t":
			items := unescapeList(value)
			good, bad := splitTargets(strings.Join(items, ","))
			for _, text := range bad {
				lose("target " + asked(text) + ", which is not a number above 0")
			}
			if len(items) > maxTargets {
				lose("more than " + strconv.Itoa(maxTargets) + " targets")
			}
			s.Targets = strings.Join(good, ", ")
		case "q":
			for _, part := range strings.Split(value, ",") {
				q := unescape(part)
				if known(quantities, q) != q && q != "" {
					lose("quantity " + asked(q) + ", which is none of this page’s")
				}
			}
			s.Quantity = value
			s.Quantity = strings.Join(s.quantities(), ",")
		case "show":
			s.Shown = unescapeList(value)
		case "x":
			var ok bool
			if s.Line, ok = number(value, maxTarget); !ok && value != "" {
				lose("speed " + asked(unescape(value)) + ", which is not a number above 0")
			}
		case "with":
			s.Drops = unescapeList(value)
		case "log":
			s.ScaleX, s.ScaleY = "", value
			if strings.HasPrefix(value, "x") || strings.HasPrefix(value, "n") {
				s.ScaleX, s.ScaleY = value[:1], value[1:]
			}
			if s.ScaleY != "" && s.ScaleY != "y" && s.ScaleY != "l" {
				s.ScaleX, s.ScaleY = "", ""
				lose("scale " + asked(unescape(value)) + ", which is none of x, y and xy (logarithmic), n and l (linear: the axis, the heights)")
			}
		case "", "line-x": // where the link to the line leads before the program runs
		default:
			known := false
			for _, c := range s.closed() {
				if c.key == key {
					*c.value, known = closed(c.field, c.choices), true
				}
			}
			if !known {
				lose(asked(unescape(part)) + ", which this page does not know")
			}
		}
	}
	return s, lost
}

const hexDigits = "0123456789ABCDEF"

func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~/@$*!", c) >= 0
		if plain {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		}
	}
	return b.String()
}

// unescape undoes escape; a broken escape stands for itself, and bytes that
// are no UTF-8 become the replacement character.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			hi, lo := hexValue(s[i+1]), hexValue(s[i+2])
			if hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

func hexValue(c byte) int {
	if c >= 'a' && c <= 'f' {
		c -= 'a' - 'A'
	}
	return strings.IndexByte(hexDigits, c)
}

func escapeList(items []string) string {
	escaped := make([]string, len(items))
	for i, item := range items {
		escaped[i] = escape(item)
	}
	return strings.Join(escaped, ",")
}

func unescapeList(value string) []string {
	var items []string
	for _, item := range strings.Split(value, ",") {
		if item != "" {
			items = append(items, unescape(item))
		}
	}
	return items
}
