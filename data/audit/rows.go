package audit

import (
	"regexp"
	"strings"
)

// summaryRow is what a row says where its targets stand that sums the others up.
var summaryRow = regexp.MustCompile(`^[*_ ]*(?:(?:arith(?:metic)? |harmonic )?(?:mean|average)|avg\.?|geo(?:metric)?[ -]?(?:mean|avg|average)|median|min(?:imum)?|max(?:imum)?|total|sum|overall)[*_: ]*$`)

func isSummary(target string) bool { return summaryRow.MatchString(strings.ToLower(clean(target))) }

// isNoteRow reports whether one text spans a whole row: a note, or a head amid rows.
func isNoteRow(cells []string) bool {
	for _, c := range cells {
		if c != cells[0] || c == "" {
			return false
		}
	}
	return len(cells) > 1
}
