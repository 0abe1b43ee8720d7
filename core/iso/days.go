package iso

// Day numbers the calendar days, so that two dates YYYY-MM-DD can be
// subtracted; ok is false for text that is not a date of the calendar. It stands
// in for time.Parse, which would add 16 KB of brotli to the WebAssembly modules.
// The count is H. Hinnant's days_from_civil ("chrono-compatible low-level date
// algorithms", 2013): years begin in March, so that a leap day is the last.
func Day(date string) (n int, ok bool) {
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
	if y < 1 || m < 1 || m > 12 || d < 1 || d > monthDays(y, m) {
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

func monthDays(y, m int) int {
	if m == 2 && y%4 == 0 && (y%100 != 0 || y%400 == 0) {
		return 29
	}
	return [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
}
