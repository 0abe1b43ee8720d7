package api

import (
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/isofront/isofront/data/command"
)

// Limits on a query. They are wide for what anybody compares.
const (
	maxQuery  = 8 << 10 // bytes, as it comes
	maxValues = 200     // options, repeated ones each time, and targets
)

// option is a field of a struct of options.
type option struct {
	name, help, usual string // usual is the default
	separator         string // of a list in one value; "" where each value is one entry
	index             []int  // of the field
}

// known are the options of the structs met so far, by type.
var known sync.Map

// options lists the fields of the struct that into points to, those of embedded
// structs in their place, as the command line's parser does.
func options(into any) []option {
	of := reflect.TypeOf(into).Elem()
	if found, ok := known.Load(of); ok {
		return found.([]option)
	}
	var out []option
	for _, f := range reflect.VisibleFields(of) {
		if f.Anonymous {
			continue
		}
		o := option{name: f.Tag.Get("name"), help: f.Tag.Get("help"), usual: f.Tag.Get("default"), separator: ",", index: f.Index}
		if o.name == "" {
			o.name = dashed(f.Name)
		}
		if f.Tag.Get("sep") == "none" {
			o.separator = ""
		}
		out = append(out, o)
	}
	known.Store(of, out)
	return out
}

// dashed is a field's name as an option: AllDates is all-dates.
func dashed(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// parse reads a query whose parts are sound and not too many.
func parse(raw string) (url.Values, error) {
	if len(raw) > maxQuery {
		return nil, &command.OptionError{Option: "query", Reason: itoa(len(raw)) + " bytes: at most " + itoa(maxQuery) + " are read"}
	}
	if strings.Count(raw, "&") >= maxValues {
		return nil, &command.OptionError{Option: "query", Reason: "at most " + itoa(maxValues) + " values are read"}
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, &command.OptionError{Option: "query", Reason: "not valid: write & between values, and other signs as %XX"}
	}
	for name, all := range values {
		for _, v := range append(all, name) {
			if !utf8.ValidString(v) || strings.ContainsRune(v, 0) {
				return nil, &command.OptionError{Option: "query", Reason: "holds bytes that are not text"}
			}
		}
	}
	return values, nil
}

// decode fills a struct of options with their defaults and what a query says.
func decode(into any, values url.Values) error {
	unknown := maps.Clone(values)
	for _, o := range options(into) {
		field := reflect.ValueOf(into).Elem().FieldByIndex(o.index)
		if o.usual != "" {
			if err := o.set(field, []string{o.usual}); err != nil {
				panic(err) // the default is wrong
			}
		}
		if all, ok := values[o.name]; ok {
			if err := o.set(field, all); err != nil {
				return err
			}
			delete(unknown, o.name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	var names []string
	for _, o := range options(into) {
		names = append(names, o.name)
	}
	// The first by name, so that the same query gets the same reason.
	first := slices.Min(slices.Collect(maps.Keys(unknown)))
	return &command.OptionError{Option: clip(first), Reason: "no such option: there are " + strings.Join(names, ", ")}
}

// set puts the values given for an option into its field.
func (o *option) set(field reflect.Value, all []string) error {
	refuse := func(why string) error { return &command.OptionError{Option: o.name, Reason: why} }
	last := all[len(all)-1]
	switch kind := field.Kind(); kind {
	case reflect.Slice:
		var list []string
		for _, v := range all {
			if o.separator != "" {
				list = append(list, strings.Split(v, o.separator)...)
			} else {
				list = append(list, v)
			}
		}
		if len(list) > maxValues {
			return refuse(itoa(len(list)) + " values: at most " + itoa(maxValues) + " are read")
		}
		field.Set(reflect.ValueOf(list))
		return nil
	case reflect.Map:
		pairs := map[string]string{}
		for _, v := range all {
			for pair := range strings.SplitSeq(v, ";") {
				key, value, ok := strings.Cut(pair, "=")
				if !ok {
					return refuse(strconv.Quote(clip(pair)) + ": want NAME=VALUE, and = within a value written as %3D")
				}
				if _, twice := pairs[key]; twice {
					return refuse(strconv.Quote(clip(key)) + " is given twice")
				}
				pairs[key] = value
			}
		}
		field.Set(reflect.ValueOf(pairs))
		return nil
	default:
		if len(all) > 1 {
			return refuse("given " + itoa(len(all)) + " times: want it once")
		}
		switch kind {
		case reflect.String:
			if strings.Count(last, ",") >= maxValues {
				return refuse("more than " + itoa(maxValues) + " values")
			}
			field.SetString(last)
		case reflect.Int:
			n, err := strconv.ParseInt(last, 10, 32)
			if err != nil {
				return refuse(strconv.Quote(clip(last)) + " is not a whole number")
			}
			field.SetInt(n)
		case reflect.Pointer: // absent is none, 0 is a number that was asked for
			field.Set(reflect.New(field.Type().Elem()))
			return o.set(field.Elem(), all)
		case reflect.Bool:
			switch strings.ToLower(last) {
			case "", "true", "1", "yes":
				field.SetBool(true)
			case "false", "0", "no":
				field.SetBool(false)
			default:
				return refuse(strconv.Quote(clip(last)) + ": want true or false")
			}
		}
		return nil
	}
}

// clip shortens what a reason quotes.
func clip(s string) string {
	if len(s) <= 100 {
		return s
	}
	return strings.ToValidUTF8(s[:100], "") + "..."
}
