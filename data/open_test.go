package data

import (
	"encoding/json"
	"testing"
)

func FuzzOpen(f *testing.F) {
	for _, kind := range []string{KindPoints, KindIndex} {
		file := sampleFile(f, kind)
		_, body, _, err := unseal(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
		f.Add(body)
	}
	for _, body := range hostileBodies() {
		f.Add(body[:min(len(body), 64)]) // long seeds are slow to shrink
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		// As a file, and as the content of files whose hash is right: a
		// fuzzer finds no hashes.
		for _, file := range [][]byte{b, sealed(KindPoints, b), sealed(KindIndex, b)} {
			if _, index, bundle, err := OpenFile(file); err == nil {
				reencodes(t, index, bundle)
			}
		}
	})
}

// Opening a bundle against parsing JSON of the same rows.
func BenchmarkOpen(b *testing.B) {
	points := samplePoints(20000)
	file, err := EncodePoints("M", "8192/1024", points)
	if err != nil {
		b.Fatal(err)
	}
	rows := make([]map[string]any, len(points))
	for i, p := range points {
		rows[i] = map[string]any{"hardware": p.Hardware, "framework": p.Framework, "precision": p.Precision,
			"spec_decoding": p.SpecDecoding, "disagg": p.Disagg, "official": p.Official, "recipe": p.Recipe,
			"concurrency": p.Concurrency, "measured_on": p.MeasuredOn, "run": p.Run, "source": p.Source}
		for m, v := range p.Values {
			rows[i][Metric(m).Name()] = v.Ptr()
		}
	}
	text, err := json.Marshal(rows)
	if err != nil {
		b.Fatal(err)
	}
	var perBundle float64 // ns
	b.Run("bundle", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		for b.Loop() {
			if _, _, _, err := OpenFile(file); err != nil {
				b.Fatal(err)
			}
		}
		perBundle = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	})
	b.Run("json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var rows []struct {
				Hardware, Framework, Precision, Recipe, Run, Source string
				SpecDecoding                                        string `json:"spec_decoding"`
				MeasuredOn                                          string `json:"measured_on"`
				Disagg, Official                                    bool
				Concurrency                                         int
				A                                                   *float64 `json:"tput_per_gpu"`
				B                                                   *float64 `json:"interactivity"`
				C                                                   *float64 `json:"tpot_s"`
				D                                                   *float64 `json:"p50_ttft_s"`
				E                                                   *float64 `json:"p90_ttft_s"`
				F                                                   *float64 `json:"p50_itl_s"`
				G                                                   *float64 `json:"p90_itl_s"`
				H                                                   *float64 `json:"p50_e2el_s"`
			}
			if err := json.Unmarshal(text, &rows); err != nil {
				b.Fatal(err)
			}
		}
		if perBundle > 0 {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/perBundle, "times-the-bundle")
		}
	})
}
