// Package requests turns the requests of one run into the report that the
// command prints and the page shows, and into a bundle that keeps them.
//
// It decides how records become figures of a reply, which of a tool's figures
// stand beside which of ours, and when a tool's own summary disagrees. It knows
// no file format and does no input or output, so that it runs in the browser.
package requests
