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
	for width := 1; width < n; width *= 2 {
		for lo := 0; lo < n; lo += 2 * width {
			mid, hi := min(lo+width, n), min(lo+2*width, n)
			merge(to[lo:hi], from[lo:mid], from[mid:hi], less)
		}
		from, to = to, from
	}
	return from
}

// merge merges two sorted parts into one.
func merge(to, a, b []int, less func(i, j int) bool) {
	if len(a) == 0 || len(b) == 0 || !less(b[0], a[len(a)-1]) { // in order already
		copy(to[copy(to, a):], b)
		return
	}
	for i := range to {
		if len(b) == 0 || len(a) > 0 && !less(b[0], a[0]) {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}
