package command

import (
	"strconv"
	"strings"
)

// Numbers reads a comma-separated list, naming the entry that is not a number.
func Numbers(option, list string) ([]float64, error) {
	var out []float64
	if list == "" {
		return nil, nil
	}
	for _, field := range strings.Split(list, ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue // a trailing comma
		}
		v, err := number(option, field)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, &OptionError{option, strconv.Quote(list) + " holds no number"}
	}
	return out, nil
}

// number reads a decimal number: the forms that pack takes in a file, and no
// hexadecimal, underscores, NaN or infinities.
func number(option, text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, &OptionError{option, strconv.Quote(text) + " is not a number"}
	}
	return v, nil
}

// byHardware reads the values of HW=VALUE options.
func byHardware(option string, given map[string]string) (map[string]float64, error) {
	var out map[string]float64
	folded := map[string]bool{} // a query takes hardware without regard to case
	for hw, text := range given {
		if name := strings.ToLower(strings.TrimSpace(hw)); folded[name] {
			return nil, &OptionError{option, name + " is given twice"}
		} else {
			folded[name] = true
		}
		if strings.TrimSpace(hw) == "" {
			return nil, &OptionError{option, strconv.Quote("="+text) + " names no hardware"}
		}
		v, err := number(option+" "+hw, text)
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = map[string]float64{}
		}
		out[hw] = v
	}
	return out, nil
}
