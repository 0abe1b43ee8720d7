package audit

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// cure is what would have a table checked: its kind, for a page, and what to say on
// the command line.
type cure struct{ kind, flag string }

// other is why a table is not what it would be checked against, and the cure; no flag
// where there is none.
type other struct {
	why string
	cure
}

// first is why a table is not checked, and all that would have it checked.
func first(others []other) (why string, cures []cure) {
	for _, o := range others {
		if why == "" {
			why = o.why
		}
		if !slices.Contains(cures, o.cure) {
			cures = append(cures, o.cure)
		}
	}
	return why, cures
}

// remedy is the kind of what is to be said of a table that is not checked.
func (p *plan) remedy() string {
	switch {
	case p.skipped == "":
		return ""
	case len(p.cures) > 0:
		return p.cures[0].kind
	}
	return wire.AuditByColumns
}

// curesText is what to say on the command line, of all tables that are not checked; all
// is false where one of them has to be told of its columns too.
func curesText(plans []*plan) (text string, all bool) {
	var flags []string
	all = true
	for _, p := range plans {
		all = all && p.remedy() != wire.AuditByColumns
		for _, c := range p.cures {
			name, value, _ := strings.Cut(c.flag, " ")
			k := slices.IndexFunc(flags, func(f string) bool { return strings.HasPrefix(f+" ", name+" ") })
			switch {
			case c.flag == "":
			case k < 0:
				flags = append(flags, c.flag)
			case !slices.Contains(strings.Fields(flags[k]), value): // of another table
				flags[k] += " or " + value
			}
		}
	}
	return strings.Join(flags, " "), all
}
