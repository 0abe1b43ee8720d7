package importer

import (
	"os"
	"testing"
)

func TestSmoke(t *testing.T) {
	for _, f := range []string{"operating_points.csv", "agentic_points.csv", "prices.csv"} {
		r, err := os.Open("../sources/" + f)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Read(f, r)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(res.Format, res.Kept, len(res.Refused), len(res.Warnings))
		for _, w := range res.Warnings {
			t.Log(w)
		}
	}
}
