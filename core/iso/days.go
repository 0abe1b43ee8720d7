package iso

// days numbers the calendar days, so that two dates YYYY-MM-DD can be
// subtracted; ok is false for text that is not such a date. It stands here so
// that a WebAssembly module need not carry package time. The count is H.
// Hinnant's "chrono-compatible low-level date algorithms" (2013),
// days_from_civil: years begin in March, so that a leap day is the last.
func days(date string) (n int, ok bool) {
	if len(date) != 10 || date[4] != '-' || date[7] != '-' {
		return 0, false
	}
	number := func(s string) int {
		v := 0
		for _, c := range []byte(s) {
			if c < '0' || c > '9' {
				return -1 << 20
			}
			v = v*10 + int(c-'0')
		}
		return v
	}
	y, m, d := number(date[:4]), number(date[5:7]), number(date[8:])
	if y < 0 || m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, false
	}
	if m <= 2 {
		y--
	}
	era := (y + 400) / 400
	yearOfEra := y + 400 - era*400
	dayOfYear := (153*((m+9)%12)+2)/5 + d - 1
	return era*146097 + yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + dayOfYear, true
}
