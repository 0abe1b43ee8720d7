//go:build linux && amd64

package edgetest

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// freePlanCPU is the CPU time that Cloudflare's free plan gives a request.
const freePlanCPU = 10 * time.Millisecond

// spent is the CPU time so far of the thread that runs the isolate, which is
// what a plan counts. Other threads compile for speed beside it.
func spent(t testing.TB, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/schedstat", pid))
	if err != nil {
		t.Fatal(err)
	}
	field, _, _ := strings.Cut(string(text), " ")
	ns, err := strconv.ParseInt(field, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(ns)
}

// report is the spread of times, and of CPU against what the free plan gives.
func report(b *testing.B, took []time.Duration, cpu time.Duration) {
	slices.Sort(took)
	at := func(p float64) float64 { return ms(took[int(p*float64(len(took)-1))]) }
	b.ReportMetric(0, "ns/op") // the mean says little
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.95), "p95-ms")
	b.ReportMetric(ms(cpu)/float64(len(took)), "cpu-ms/op")
	b.ReportMetric(100*float64(cpu)/float64(len(took))/float64(freePlanCPU), "%of-free-cpu")
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// BenchmarkWarm asks a warm isolate one question after the other. The CPU time
// has all of workerd's HTTP in it; "file" says how much any request takes.
func BenchmarkWarm(b *testing.B) {
	w := start(b, folder(b))
	table, _ := address(questions[0], "json")
	frontier, _ := address(questions[4], "csv")
	for _, c := range []struct{ name, path string }{{"table", table}, {"frontier", frontier}, {"list", "/api/"}, {"file", "/site.json"}} {
		b.Run(c.name, func(b *testing.B) {
			for range 200 { // until V8 has compiled what is hot
				get(b, "GET", w.url+c.path)
			}
			took := make([]time.Duration, 0, b.N)
			before := spent(b, w.pid)
			for b.Loop() {
				from := time.Now()
				get(b, "GET", w.url+c.path)
				took = append(took, time.Since(from))
			}
			report(b, took, spent(b, w.pid)-before)
		})
	}
}

// startLimit is the CPU time that Cloudflare gives a Worker to start, before it
// takes requests.
const startLimit = time.Second

// BenchmarkCold starts workerd, with the Worker and its Go instance, and asks
// once: the index and the bundle are opened, nothing is compiled for speed yet.
func BenchmarkCold(b *testing.B) {
	path, _ := address(questions[0], "json")
	var took []time.Duration
	var starts, cpu time.Duration
	for b.Loop() {
		b.StopTimer()
		w := start(b, folder(b))
		before := spent(b, w.pid)
		starts += before
		b.StartTimer()
		from := time.Now()
		get(b, "GET", w.url+path)
		took = append(took, time.Since(from))
		cpu += spent(b, w.pid) - before
	}
	report(b, took, cpu)
	b.ReportMetric(ms(starts)/float64(len(took)), "start-cpu-ms")
	b.ReportMetric(100*float64(starts)/float64(len(took))/float64(startLimit), "%of-start-limit")
}
