package pack

import "testing"

func TestSmoke(t *testing.T) {
	files, rep, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for n, f := range files {
		t.Log(n, len(f))
	}
	t.Logf("%+v", rep.UnknownSources)
}
