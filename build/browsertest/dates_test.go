package browsertest

import (
	"strings"
	"testing"
)

// csvOfDates is one system measured on three days, of which the first does not
// reach 35 tok/s/user, and another on one.
const csvOfDates = `model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,measured_on,interactivity,tput_per_gpu,source
M,b200,vllm,fp8,none,false,1024,1024,4,2026-01-10,30,500,nightly
M,b200,vllm,fp8,none,false,1024,1024,16,2026-01-10,20,900,nightly
M,b200,vllm,fp8,none,false,1024,1024,4,2026-03-10,40,600,nightly
M,b200,vllm,fp8,none,false,1024,1024,16,2026-03-10,20,1200,nightly
M,b200,vllm,fp8,none,false,1024,1024,4,2026-05-10,40,800,nightly
M,b200,vllm,fp8,none,false,1024,1024,16,2026-05-10,20,1600,nightly
M,h200,vllm,fp8,none,false,1024,1024,4,2026-05-01,40,300,nightly
M,h200,vllm,fp8,none,false,1024,1024,16,2026-05-01,20,700,nightly
`

// All dates: snapshots of one system side by side, and the value at the line
// over the dates that reach it.
func TestAllDates(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.drop("nightly.csv", []byte(csvOfDates))
	p.Wait(`document.querySelector("#at-line").textContent.includes("B200")`)
	p.Click("#all-dates")
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 4 && location.hash.includes("dates=on")`)
	p.Type("#line-x", "35")
	p.Press(Enter)
	p.Wait(`document.querySelectorAll("#over-dates tbody tr").length === 3`)
	got := strings.Join(strings.Fields(p.Text("#over-dates table")), " ")
	// At 35 between (20, 1200) and (40, 600): 1200 - 600 x 15/20 = 750; between
	// (20, 1600) and (40, 800): 1600 - 800 x 15/20 = 1000.
	for _, want := range []string{"2026-03-10", "750", "2026-05-10", "1,000", "1 date not reaching 35 tok/s/user"} {
		if !strings.Contains(got, want) {
			t.Errorf("over the dates it says %q, without %q", got, want)
		}
	}
	if strings.Contains(got, "2026-01-10") {
		t.Errorf("a date that does not reach the line has a value: %q", got)
	}
	p.Screenshot("dates-1280-light")
	p.Viewport(390, 844)
	p.Scheme("dark")
	p.Screenshot("dates-390-dark")
	if o := p.Overflow(); o > 0 {
		t.Errorf("the page is %d px too wide", o)
	}
	p.Viewport(1280, 800)
	p.Click("#all-dates")
	p.Wait(`document.querySelectorAll("#at-line tbody tr").length === 2 && document.querySelector("#over-dates").offsetParent === null`)
}
