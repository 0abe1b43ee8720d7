package wire

// Frontier lists the knots of each series in ascending x.
type Frontier struct {
	Model      string           `msg:"model" json:"model"`
	Workload   string           `msg:"workload" json:"workload"`
	Axis       string           `msg:"axis" json:"axis"`
	Percentile int              `msg:"percentile" json:"percentile"`
	Tokens     string           `msg:"tokens,omitempty" json:"tokens,omitempty"`
	Warnings   []string         `msg:"warnings" json:"warnings"`
	Series     []FrontierSeries `msg:"series" json:"series"`
}

// FrontierSeries is one series with its knots.
type FrontierSeries struct {
	Head  `msg:",flatten"`
	Knots []Knot `msg:"knots" json:"knots"`
}

// Chart is what a figure draws: every eligible point, which of them are on the
// frontier, and samples of the curve the tables read. Nothing in it needs
// further mathematics.
type Chart struct {
	Model      string        `msg:"model" json:"model"`
	Workload   string        `msg:"workload" json:"workload"`
	Axis       string        `msg:"axis" json:"axis"`
	Percentile int           `msg:"percentile" json:"percentile"`
	Tokens     string        `msg:"tokens,omitempty" json:"tokens,omitempty"`
	Warnings   []string      `msg:"warnings" json:"warnings"`
	Series     []ChartSeries `msg:"series" json:"series"`
}

// ChartSeries is one series to draw. Points are in ascending x; Member[i] says
// whether Points[i] is on the frontier. CurveX and CurveY are equally long.
type ChartSeries struct {
	Head   `msg:",flatten"`
	Points []Knot    `msg:"points" json:"points"`
	Member []bool    `msg:"member" json:"member"`
	CurveX []float64 `msg:"curve_x" json:"curve_x"`
	CurveY []float64 `msg:"curve_y" json:"curve_y"`
}

// Catalogue is what an index offers.
type Catalogue struct {
	Entries  []CatalogueEntry    `msg:"entries" json:"entries"`
	Prices   []CatalogueSheet    `msg:"prices" json:"prices"`
	Sources  []CatalogueSource   `msg:"sources" json:"sources"`
	Requests []CatalogueRequests `msg:"requests" json:"requests"`
}

// CatalogueEntry is one bundle: a model under a workload.
type CatalogueEntry struct {
	Model    string            `msg:"model" json:"model"`
	Workload string            `msg:"workload" json:"workload"`
	File     string            `msg:"file" json:"file"` // relative to the index
	SHA256   string            `msg:"sha256" json:"sha256"`
	Bytes    int               `msg:"bytes" json:"bytes"`
	Rows     int               `msg:"rows" json:"rows"`
	Series   []CatalogueSeries `msg:"series" json:"series"`
	// Synthetic: nobody measured any of it.
	Synthetic bool `msg:"synthetic" json:"synthetic"`
}

// CatalogueRequests is a bundle of the requests of one run.
type CatalogueRequests struct {
	Model       string `msg:"model" json:"model"`
	Workload    string `msg:"workload" json:"workload"`
	Series      string `msg:"series" json:"series"`
	Concurrency int    `msg:"concurrency" json:"concurrency"`
	File        string `msg:"file" json:"file"` // relative to the index
	SHA256      string `msg:"sha256" json:"sha256"`
	Bytes       int    `msg:"bytes" json:"bytes"`
	Rows        int    `msg:"rows" json:"rows"`
	Synthetic   bool   `msg:"synthetic" json:"synthetic"`
}

// CatalogueSeries is one series (default snapshot) of an entry.
type CatalogueSeries struct {
	Name         string   `msg:"name" json:"name"`
	Points       int      `msg:"points" json:"points"`
	MeasuredSpan []string `msg:"measured_span,allownil" json:"measured_span"`
}

// CatalogueSheet is one dated price sheet.
type CatalogueSheet struct {
	AsOf   string              `msg:"as_of" json:"as_of"`
	Source string              `msg:"source" json:"source"`
	Rows   []CatalogueSheetRow `msg:"rows" json:"rows"`
}

// CatalogueSheetRow is one kind of hardware on a price sheet.
type CatalogueSheetRow struct {
	Hardware    string   `msg:"hardware" json:"hardware"`
	Hyperscaler *float64 `msg:"hyperscaler" json:"hyperscaler"` // $/GPU-hour
	Neocloud    *float64 `msg:"neocloud" json:"neocloud"`
	Rental      *float64 `msg:"rental" json:"rental"`
	AllInKw     *float64 `msg:"all_in_kw" json:"all_in_kw"` // kW/GPU
}

// CatalogueSource is where figures come from.
type CatalogueSource struct {
	ID    string `msg:"id" json:"id"`
	Title string `msg:"title" json:"title"`
	URL   string `msg:"url" json:"url"`
	Note  string `msg:"note" json:"note"`
}
