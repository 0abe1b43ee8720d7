// Package audit is what audit.wasm exports: a published table checked against the knots, for
// the page's Audit view. It is a module of its own because a reader who never
// opens that view should not load it, and one who does needs no importers.
//
// A host opens the site's packed files, hands over a text with what is said of
// its columns, and gets the report as HTML, escaped, or as files. There is no
// syscall/js, and nothing of a text is interpreted beyond the forms that
// data/audit names. A fault is a reply, never a trap.
package audit
