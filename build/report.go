package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
)

// How much of a report is written out before the rest is counted.
const (
	maxNotes   = 20 // rows, causes, files
	maxDetails = 3  // rows of one cause with what was found there
)

// printInputs says what became of each input: each cause once, with its rows.
func printInputs(w io.Writer, report *pack.Report) {
	var assumed, unofficial, unnamed []string
	for i := range report.Inputs {
		in := &report.Inputs[i]
		refused := in.RefusedOf.Total()
		if in.Kept == 0 && refused == 1 && len(in.Refused) == 1 && in.Refused[0].Row == 0 {
			fmt.Fprintf(w, "%s: %s, nothing kept\n", shown(in.File), in.Format)
		} else {
			fmt.Fprintf(w, "%s: %s, %s kept, %d refused\n", shown(in.File), in.Format, count(in.Kept, "row"), refused)
		}
		printNotes(w, "refused", in.Refused, in.RefusedOf)
		printNotes(w, "warning", in.Warnings, in.WarningsOf)
		if in.OfficialAssumed {
			assumed = append(assumed, in.File)
		}
		if in.UnofficialAssumed && in.Kept > 0 {
			unofficial = append(unofficial, in.File)
		}
		if in.SourceUnnamed {
			unnamed = append(unnamed, in.File)
		}
	}
	for i, f := range report.Skipped {
		if i == maxNotes {
			fmt.Fprintf(w, "and %s skipped\n", count(len(report.Skipped)-i, "more file"))
			break
		}
		fmt.Fprintf(w, "%s: skipped: %s\n", shown(f.File), f.Why)
	}
	if len(assumed) > 0 {
		fmt.Fprintf(w, "official: not stated in %s: taken as official; a column official says otherwise\n", listFiles(assumed))
	}
	if len(unofficial) > 0 {
		fmt.Fprintf(w, "official: not stated in %s: taken as unofficial; --set official=true, or \"official\" in an isofront.json beside the files, says otherwise\n", listFiles(unofficial))
	}
	if len(unnamed) > 0 {
		fmt.Fprintf(w, "source: not named in %s: --set source=NAME names it, or \"source\" in an isofront.json beside the files\n", listFiles(unnamed))
	}
	if report.ShippedPrices {
		fmt.Fprintf(w, "prices: none given, %s that come with isofront\n", count(report.Sheets, "sheet"))
	}
	if len(report.UselessPrices) > 0 {
		absent := ""
		if report.Sheets == 0 {
			absent = ": costs are absent"
		}
		fmt.Fprintf(w, "prices: given, but no row of %s can be used%s\n", listNames(report.UselessPrices), absent)
	}
	if len(report.Unpriced) > 0 {
		fmt.Fprintf(w, "prices: no sheet has a price for %s: its costs are absent; see that a sheet names it so\n", listNames(report.Unpriced))
	}
	if len(report.UnknownSources) > 0 {
		fmt.Fprintf(w, "sources without a title or link: %s; pack a CSV with the columns id, title, url (and note, dated) beside the results to describe them\n",
			listNames(report.UnknownSources))
	}
	for i, warning := range report.Warnings {
		if i == maxNotes {
			fmt.Fprintf(w, "and %s\n", count(len(report.Warnings)-i, "more warning"))
			break
		}
		fmt.Fprintf(w, "warning: %s\n", warning)
	}
}

// printNotes writes a line for each cause, in the order of their first rows.
func printNotes(w io.Writer, what string, notes []importer.Note, of importer.Tally) {
	var causes []importer.Cause
	rows := map[importer.Cause][]importer.Note{}
	for _, n := range notes {
		c := n.Cause()
		if rows[c] == nil {
			causes = append(causes, c)
		}
		rows[c] = append(rows[c], n)
	}
	for i, c := range causes {
		if i == maxNotes {
			more := 0
			for _, c := range causes[i:] {
				more += of[c]
			}
			fmt.Fprintf(w, "  %s, %s more of %s\n", what, count(more, "row"), count(len(causes)-i, "other cause"))
			return
		}
		text := c.Reason
		if c.Column != "" {
			text = c.Column + ": " + text
		}
		first := rows[c][0]
		switch {
		case of[c] == 1 && first.Row == 0 && first.Detail != "":
			fmt.Fprintf(w, "  %s: %s: %s\n", what, text, first.Detail)
		case of[c] == 1 && first.Row == 0:
			fmt.Fprintf(w, "  %s: %s\n", what, text)
		default:
			many := ""
			if of[c] > 1 {
				many = ", " + count(of[c], "row")
			}
			fmt.Fprintf(w, "  %s%s: %s: %s\n", what, many, text, rowList(rows[c], of[c]))
		}
	}
}

// rowList names the rows of one cause, all of them counted.
func rowList(notes []importer.Note, all int) string {
	var parts, plain []string
	named := 0
	for _, n := range notes {
		if named == maxNotes {
			break
		}
		named++
		if n.Detail != "" && len(parts) < maxDetails && len(plain) == 0 {
			parts = append(parts, "row "+strconv.Itoa(n.Row)+" ("+n.Detail+")")
		} else {
			plain = append(plain, strconv.Itoa(n.Row))
		}
	}
	switch len(plain) {
	case 0:
	case 1:
		parts = append(parts, "row "+plain[0])
	default:
		parts = append(parts, "rows "+strings.Join(plain, ", "))
	}
	text := strings.Join(parts, ", ")
	if all > named {
		text += fmt.Sprintf(" and %d more", all-named)
	}
	return text
}

// listFiles is listNames of files: of many in one folder the folder is named once.
func listFiles(files []string) string {
	dir := filepath.Dir(files[0])
	names := make([]string, len(files))
	for i, f := range files {
		if filepath.Dir(f) != dir {
			return listNames(files)
		}
		names[i] = filepath.Base(f)
	}
	if len(files) < 3 || dir == "." {
		return listNames(files)
	}
	return listNames(names) + " of " + shown(dir)
}

// listNames joins names, not too many of them.
func listNames(names []string) string {
	var out []string
	for i, n := range names {
		if i == maxNotes {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(names)-i)
		}
		out = append(out, shown(n))
	}
	return strings.Join(out, ", ")
}

// shown is a name that came from outside as it may be printed.
func shown(name string) string {
	if data.UnsoundText(name) != "" {
		return strconv.Quote(name)
	}
	return name
}
