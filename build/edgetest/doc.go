// Package edgetest runs the Worker that isofront edge writes in the real
// runtime, workerd, over loopback. It holds tests only.
package edgetest
