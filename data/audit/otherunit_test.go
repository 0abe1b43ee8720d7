package audit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

// A column of something near to what is checked is left out, whatever is in its
// cells: true cells must not be contradicted for their unit.
func TestOtherUnits(t *testing.T) {
	for head, why := range map[string]string{
		"B200 tok/s/node":                 "a rate that is not per GPU",
		"8x B200 tok/s":                   "a rate of several GPUs",
		"B200 tok/s per rack":             "a rate that is not per GPU",
		"B200 tok/s/kW":                   "a rate that is not per GPU",
		"B200 throughput (tok/min/GPU)":   "a rate that is not per second",
		"B200 throughput (tokens/hour)":   "a rate that is not per second",
		"B200 throughput (req/s)":         "requests, not tokens",
		"B200 $/GPU-hr":                   "a price of a GPU-hour",
		"B200 cost per GPU-hour":          "a price of a GPU-hour",
		"B200 $/1000 tok":                 "another number of tokens than a million",
		"B200 $/B tokens":                 "another number of tokens than a million",
		"B200 cost (cents/M tok)":         "cents",
		"B200 cost (¢/M tok)":             "cents",
		"B200 cost (€/M tok)":             "a currency that is not the dollar",
		"B200 cost per M tok (EUR)":       "a currency that is not the dollar",
		"B200 energy (kWh/M tok)":         "energy in a unit that is not J/token",
		"B200 energy (J/Mtok)":            "energy in a unit that is not J/token",
		"B200 output tok/s/GPU":           "output tokens: have those counted",
		"B200 $/M input tokens":           "input tokens: have those counted",
		"B200 p99 tok/s/GPU":              "p99, the table is read at p50",
		"B200 throughput std (tok/s/GPU)": "a statistic, not a value",
	} {
		a, err := check(t, fmt.Sprintf("| tok/s/user | %s | B200 tok/s/GPU |\n|---|---|---|\n| 20 | 7 | 1000 |\n", head), audit.Options{})
		if err != nil {
			t.Errorf("%s: %v", head, err)
			continue
		}
		if a.Counts.Agrees != 1 || a.Counts.Differs != 0 {
			t.Errorf("%s: %+v", head, a.Counts)
		}
		if text := fmt.Sprint(a.Tables[0].Unchecked); !strings.Contains(text, why) {
			t.Errorf("%s: the report does not say %q:\n%s", head, why, text)
		}
	}
	// What is asked for outright is believed.
	p50 := "| tok/s/user | B200 p50 tok/s/GPU |\n|---|---|\n| 20 | 1000 |\n"
	if a, err := check(t, p50, audit.Options{}); err != nil || a.Counts.Agrees != 1 {
		t.Errorf("p50: %v, %+v", err, a)
	}
}

// A caption's quantity is that of columns that say nothing themselves.
func TestCaptionSpeaksForBareHeadsOnly(t *testing.T) {
	a, err := check(t, "**Throughput (tok/s/GPU) at equal interactivity**\n\n| tok/s/user | B200 | B200 concurrency | B200 TTFT (s) | B200 GPUs |\n|---|---|---|---|---|\n| 20 | 1000 | 64 | 0.5 | 8 |\n", audit.Options{})
	if err != nil || a.Counts.Agrees != 1 || a.Counts.Differs != 0 {
		t.Errorf("%v, %+v", err, a)
	}
}

// A printed 0 is what absent values become in spreadsheets; nothing that is there
// is rounded to it.
func TestZeroAgreesWithNothing(t *testing.T) {
	a, err := check(t, "| tok/s/user | B200 $/M tok |\n|---|---|\n| 20 | $0 |\n", audit.Options{})
	if err != nil || a.Counts.Differs != 1 {
		t.Errorf("%v, %+v", err, a)
	}
}

// Thousands of footnote marks cost no more than the cell they stand in.
func TestFootnotesAreBounded(t *testing.T) {
	row := "| 20 | 1000" + strings.Repeat("[1]", 1200) + " |\n"
	done := make(chan *wire.Audit, 1)
	go func() {
		a, _ := check(t, "| tok/s/user | B200 tok/s/GPU | B200 $/M tok |\n|---|---|---|\n"+strings.Repeat(row, 200), audit.Options{})
		done <- a
	}()
	select {
	case <-done:
	case <-time.After(time.Minute): // it took several
		t.Fatal("the marks are still being read")
	}
}
