package importer

import (
	"strings"
	"testing"
)

// Rows per second and bytes per row, for each importer.
func BenchmarkFormats(b *testing.B) {
	lines := func(row string, n int) string { return strings.TrimSuffix(strings.Repeat(row+"\n", n), "\n") }
	array := func(row string, n int) string { return "[" + strings.ReplaceAll(lines(row, n), "\n", ",") + "]" }
	const rows = 2000
	for _, c := range []struct {
		name, text string
		format     Format
		rows       int
	}{
		{"InferenceXRows", array(apiRow, rows), inferenceXRowsFormat, rows},
		{"InferenceXAggFlat", array(aggFlat, rows), inferenceXAggFormat, rows},
		{"InferenceXAggNested", array(aggNested, rows), inferenceXAggFormat, rows},
		{"VLLMBench", lines(vllmSummary, rows), vllmBenchFormat, rows},
		{"SGLangBench", lines(sglangSummary, rows), sglangBenchFormat, rows},
		{"AIPerf", aiperfSummary, aiperfFormat, 1},
		{"InferencePerf", inferencePerfSummary, inferencePerfFormat, 1},
		{"OperatingPointsCSV", header + strings.Repeat(good(4), rows), operatingPointsFormat, rows},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.format.Read(File{Name: "b", Reader: strings.NewReader(c.text), Given: fuzzGiven}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(c.rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(len(c.text))/float64(c.rows), "bytes/row")
		})
	}
	b.Run("Dump", func(b *testing.B) {
		results := array(dumpResult("1", "12", "1", "4"), rows)
		for b.Loop() {
			_, err := treeOf("configs.json", dumpConfigsText, "workflow_runs.json", dumpRunsText, "benchmark_results.json", results).Read(func(*Result) error { return nil })
			if err != nil {
				b.Fatal(err)
			}
		}
		b.SetBytes(int64(len(results)))
		b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	})
}
