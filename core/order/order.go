// Package order sorts. It is one piece of code for every type, a merge sort of
// indices: the library's sorts are either a copy of 2 to 5 KB for each type or
// need reflection, and both are too much for a WebAssembly module.
package order

// Sort sorts list, keeping equal elements in their order. less reports whether
// list[i] comes before list[j]; while it is asked, nothing has moved.
func Sort[T any](list []T, less func(i, j int) bool) {
	sorted := make([]T, len(list))
	for at, i := range Indices(len(list), less) {
		sorted[at] = list[i]
	}
	copy(list, sorted)
}

// Strings and Floats sort ascending.
func Strings(list []string) { Sort(list, func(i, j int) bool { return list[i] < list[j] }) }
func Floats(list []float64) { Sort(list, func(i, j int) bool { return list[i] < list[j] }) }

// Indices returns 0 to n-1 in the order of less, equal ones ascending.
func Indices(n int, less func(i, j int) bool) []int {
	from, to := make([]int, n), make([]int, n)
	for i := range from {
		from[i] = i
	}
	// Short pieces by insertion, which costs less than merging those.
	for lo := 0; lo < n; lo += piece {
		for i := lo + 1; i < min(lo+piece, n); i++ {
			k, at := from[i], i
			for ; at > lo && less(k, from[at-1]); at-- {
				from[at] = from[at-1]
			}
			from[at] = k
		}
	}
	for width := piece; width < n; width *= 2 {
		for lo := 0; lo < n; lo += 2 * width {
			mid, hi := min(lo+width, n), min(lo+2*width, n)
			if mid == hi || !less(from[mid], from[mid-1]) { // in order already
				copy(to[lo:hi], from[lo:hi])
				continue
			}
			for a, b, at := lo, mid, lo; at < hi; at++ {
				if b == hi || a < mid && !less(from[b], from[a]) {
					to[at] = from[a]
					a++
				} else {
					to[at] = from[b]
					b++
				}
			}
		}
		from, to = to, from
	}
	return from
}

const piece = 8
