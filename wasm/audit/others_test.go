package audit

import (
	"strings"
	"testing"
)

// What a table that is not on show contradicts stands in the list of tables and in the
// line that sums up the one that is.
func TestTheOtherTablesAreCheckedToo(t *testing.T) {
	right := strings.NewReplacer("$0.21", "$0.22", "$4.78", "$0.946", "0.5", "—").Replace(twoCosts)
	wrong := strings.Replace(right, "$0.22", "$0.25", 1)
	turned := "$/M tokens\n\n| System | 25 tok/s/user | 50 tok/s/user |\n|---|---|---|\n| GB200 | 0.22 | 0.95 |\n"
	none := "| x | y |\n|---|---|\n| 1 | 2 |\n"
	const and = "\n\nand\n\n"
	for name, c := range map[string]struct {
		text, summary string
		options       []string
	}{
		"one alone":             {right, "not checkable.<", nil},
		"one that contradicts":  {right + and + wrong, "; in the other table 1 contradicts.<", []string{"1. 0 contradict, 4 agree: ", "2. 1 contradicts, 3 agree: "}},
		"none that does":        {right + and + right, "; in the other table none contradicts.<", []string{"2. 0 contradict, 4 agree: "}},
		"one turned":            {right + and + strings.Replace(turned, "0.22", "0.29", 1), "; in the other table 1 contradicts.<", []string{"2. 1 contradicts, 1 agrees: "}},
		"one not to be read":    {right + and + none, "; the other table is not checked yet: choose it above.<", []string{"2. not checked: "}},
		"several":               {right + and + none + and + wrong + and + wrong, "; in the other 3 tables 2 contradict, and 1 of them is not checked.<", []string{"3. 1 contradicts, ", "4. 1 contradicts, "}},
		"several, none to read": {right + and + none + and + none, "; the other 2 tables are not checked yet: choose them above.<", nil},
	} {
		kind, html := say(t, &module{}, dsv4, c.text)
		if kind != repliesReport || !strings.Contains(html, c.summary) {
			t.Errorf("%s: %s, no %q in\n%s", name, kind, c.summary, html)
		}
		for _, o := range c.options {
			if !strings.Contains(html, o) {
				t.Errorf("%s: no option %q in\n%s", name, o, html)
			}
		}
	}
	// The price that a reader gives holds for every table, and what was found under
	// another is not shown again.
	m := &module{}
	say(t, m, dsv4, right+and+right)
	if _, html := say(t, m, dsv4+"price=gb200:11.15\n", right+and+right); !strings.Contains(html, "; in the other table 2 contradict.<") {
		t.Error(html)
	}
	if _, html := say(t, m, dsv4+"table=2\n", right+and+wrong); !strings.Contains(html, `selected>2. 1 contradicts, 3 agree: `) || !strings.Contains(html, "; in the other table none contradicts.<") {
		t.Error(html)
	}
}

// Tables beyond what a page checks at once are said to be unchecked, not to agree.
func TestOtherTablesTooLargeAreNotChecked(t *testing.T) {
	head, rule, row := "| tok/s/user |", "|---|", "| 25 |"
	for range 38 {
		head, rule, row = head+" GB200 FP4 $/M tok |", rule+"---|", row+" $9 |"
	}
	large := head + "\n" + rule + "\n" + strings.Repeat(row+"\n", maxCells/39+1)
	if kind, html := say(t, &module{}, dsv4, twoCosts+"\nand\n\n"+large); kind != repliesReport || !strings.Contains(html, "; the other table is not checked yet") {
		t.Errorf("%s %.3000s", kind, html)
	}
}
