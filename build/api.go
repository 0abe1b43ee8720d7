package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/isofront/isofront/data/api"
)

// apiFolder is where the API lies, beside the site's files.
const apiFolder = "/api"

// withAPI answers queries over a folder of bundles, or the data of a site, and
// leaves all other paths to files.
func withAPI(files http.Handler, dataDir string) (http.Handler, error) {
	from, err := openData(dataDir)
	if err != nil {
		return nil, err
	}
	answers := http.StripPrefix(apiFolder, api.New(api.Source{Index: from.index, Read: from.read}, program()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == apiFolder || strings.HasPrefix(r.URL.Path, apiFolder+"/") {
			answers.ServeHTTP(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}), nil
}

// program is the hash of this executable, so that what another version answered
// is not taken for this one's; "" where it cannot be read.
var program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
})
