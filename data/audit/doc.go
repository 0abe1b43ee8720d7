// Package audit checks a published table, cell by cell, against the knots that
// it says it rests on.
//
// Parse finds the tables of a document: Markdown pipe tables, HTML tables, LaTeX
// tabulars, CSV.
// Check maps their columns to the series of a selection, reads each series at
// the row's target with the same curve every other table uses, and says of each
// cell whether it agrees at its own printed rounding.
//
// Open says what each column could be, for a reader to choose; Turn exchanges rows
// and columns where the rows are systems, and a table that has one system and target
// a line is laid out by both: what is said of a cell is said of where it stands in
// the document. Commas are decimal ones where their column says so. Reports come as text, Markdown and CSV.
//
// It refuses to guess: a column that could mean two series, or whose quantity
// nothing names, is an error that lists the choices. A table's text is data; it
// is bounded in size and never interpreted beyond the forms named here.
package audit
