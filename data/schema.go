package data

// The structs as they lie in a file's body. They are private: Bundle and Index
// are what the rest of the program sees, after everything has been checked.

// pointsBody is one model under one workload, a column per field.
//
// String columns hold an index into Strings per row, packed as little-endian
// unsigned integers of 1, 2 or 4 bytes (the column's length divided by Rows).
type pointsBody struct {
	Model        string       `msg:"model"`
	Workload     string       `msg:"workload"`
	Rows         uint32       `msg:"rows"`
	Strings      []string     `msg:"strings"` // [0] is "", then ascending, distinct
	Hardware     []byte       `msg:"hardware"`
	Framework    []byte       `msg:"framework"`
	Precision    []byte       `msg:"precision"`
	SpecDecoding []byte       `msg:"spec_decoding"`
	Recipe       []byte       `msg:"recipe"`
	MeasuredOn   []byte       `msg:"measured_on"`
	Run          []byte       `msg:"run"`
	Source       []byte       `msg:"source"`
	Concurrency  []byte       `msg:"concurrency"` // the number itself, packed in the same way
	Flags        []byte       `msg:"flags"`       // one byte of Flags per row
	Columns      []columnBody `msg:"columns"`     // numeric columns; absent everywhere: left out
}

// columnBody is a numeric column that is present in at least one row.
type columnBody struct {
	Name    string `msg:"name"`
	Present []byte `msg:"present"` // bit i%8 of byte i/8: row i has a value; empty: every row has
	Values  []byte `msg:"values"`  // little-endian float64 of the rows that have one, in row order
}

// indexBody is the catalogue of a folder of bundles.
type indexBody struct {
	Bundles []bundleBody `msg:"bundles"`
	Sheets  []sheetBody  `msg:"sheets"`
	Sources []sourceBody `msg:"sources"`

	// Requests was added within version 1: older readers pass over it.
	Requests []requestsEntryBody `msg:"requests,omitempty"`
}

// bundleBody describes one points bundle.
type bundleBody struct {
	Model    string       `msg:"model"`
	Workload string       `msg:"workload"`
	File     string       `msg:"file"`
	SHA256   []byte       `msg:"sha256"` // of the whole file, 32 bytes
	Bytes    uint32       `msg:"bytes"`
	Rows     uint32       `msg:"rows"`
	Series   []seriesBody `msg:"series"`
}

// seriesBody describes one series of a bundle.
type seriesBody struct {
	Hardware     string   `msg:"hardware"`
	Framework    string   `msg:"framework"`
	Precision    string   `msg:"precision"`
	SpecDecoding string   `msg:"spec_decoding"`
	Disagg       bool     `msg:"disagg"`
	Official     bool     `msg:"official"`
	Points       uint32   `msg:"points"`
	First        string   `msg:"first"` // dates, "" when none is known
	Last         string   `msg:"last"`
	Low          *float64 `msg:"low"` // interactivity, nil when no row has one
	High         *float64 `msg:"high"`
}

// sheetBody is one dated price sheet.
type sheetBody struct {
	AsOf   string      `msg:"as_of"`
	Source string      `msg:"source"`
	Rows   []priceBody `msg:"rows"`
}

// priceBody is one kind of hardware on a price sheet.
type priceBody struct {
	Hardware    string   `msg:"hardware"`
	Hyperscaler *float64 `msg:"hyperscaler"`
	Neocloud    *float64 `msg:"neocloud"`
	Rental      *float64 `msg:"rental"`
	AllInKw     *float64 `msg:"all_in_kw"`
	TDPW        *float64 `msg:"tdp_w"`
}

// sourceBody says where figures come from.
type sourceBody struct {
	ID    string `msg:"id"`
	Title string `msg:"title"`
	URL   string `msg:"url"`
	Note  string `msg:"note"`
	Dated bool   `msg:"dated"`
}

// requestsBody is the requests of one run, a column per figure, apart from the
// points so that they load only when asked for.
type requestsBody struct {
	Model        string              `msg:"model"`
	Workload     string              `msg:"workload"`
	Hardware     string              `msg:"hardware"`
	Framework    string              `msg:"framework"`
	Precision    string              `msg:"precision"`
	SpecDecoding string              `msg:"spec_decoding"`
	Disagg       bool                `msg:"disagg"`
	Official     bool                `msg:"official"`
	Recipe       string              `msg:"recipe"`
	Concurrency  uint32              `msg:"concurrency"`
	MeasuredOn   string              `msg:"measured_on"`
	Run          string              `msg:"run"`
	Source       string              `msg:"source"`
	Convention   string              `msg:"convention"`
	DurationS    *float64            `msg:"duration_s"`
	Rows         uint32              `msg:"rows"`
	Status       []byte              `msg:"status"`
	Columns      []requestColumnBody `msg:"columns"`
}

// requestColumnBody is one figure of the requests that have it.
type requestColumnBody struct {
	Name    string `msg:"name"`
	Present []byte `msg:"present"` // bit i%8 of byte i/8: request i has it; empty: every one has
	Lengths []byte `msg:"lengths"` // of a list: how many values each such request has, packed; empty: one each
	Coding  uint8  `msg:"coding"`  // 0: the double itself; 1: k/10^scale; 2: k/2^scale
	Scale   uint8  `msg:"scale"`
	Delta   bool   `msg:"delta"`  // k is what the value before was plus this
	Values  []byte `msg:"values"` // byte planes: all lowest bytes, then all next ones
}

// requestsEntryBody describes one requests bundle in the index.
type requestsEntryBody struct {
	Model        string `msg:"model"`
	Workload     string `msg:"workload"`
	Hardware     string `msg:"hardware"`
	Framework    string `msg:"framework"`
	Precision    string `msg:"precision"`
	SpecDecoding string `msg:"spec_decoding"`
	Disagg       bool   `msg:"disagg"`
	Official     bool   `msg:"official"`
	Recipe       string `msg:"recipe"`
	Concurrency  uint32 `msg:"concurrency"`
	MeasuredOn   string `msg:"measured_on"`
	Run          string `msg:"run"`
	Source       string `msg:"source"`
	Convention   string `msg:"convention"`
	File         string `msg:"file"`
	SHA256       []byte `msg:"sha256"`
	Bytes        uint32 `msg:"bytes"`
	Rows         uint32 `msg:"rows"`
}
