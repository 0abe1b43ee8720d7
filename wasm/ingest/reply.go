package ingest

import "github.com/isofront/isofront/data/wire"

// Kinds of Reply.
const (
	KindRequests = "requests" // requests one by one: Runs
	KindPoints   = "points"   // operating points: Bundles, packed here, unofficial
	KindPacked   = "packed"   // a packed file of points, passed on in Bundles
	KindRefused  = "refused"  // neither: Problem says what it is and why not
)

// Reply is what the page is told of one file.
type Reply struct {
	Kind    string   `msg:"kind"`
	File    string   `msg:"file"`
	Format  string   `msg:"format"` // what the file was recognised as
	Problem string   `msg:"problem"`
	Runs    []Run    `msg:"runs"`
	Bundles []Bundle `msg:"bundles"`
	// Beside requests: how many operating points Bundles hold, and remarks on them.
	Points     int      `msg:"points"`
	PointNotes []string `msg:"point_notes"`
	Kept       int      `msg:"kept"` // rows
	Refused    int      `msg:"refused"`
	Notes      []string `msg:"notes"`
	Lacks      []string `msg:"lacks"` // of a file without a point: what may be said of it from outside
	// Of a run that was to be laid over: what it is called, or what is wrong with
	// which field of the form.
	Laid   string  `msg:"laid"`
	Faults []Fault `msg:"faults"`
}

// Fault is what is wrong with a field.
type Fault struct {
	Field string `msg:"field"`
	Text  string `msg:"text"`
}

// Run is one run's requests.
type Run struct {
	Title  string        `msg:"title"`
	Report wire.Requests `msg:"report"`
	Series Series        `msg:"series"`
	Others []Other       `msg:"others"`
	HTML   string        `msg:"html"` // the report as the page shows it
	// For the agent loop's fields: s, s/token and tokens.
	TTFT   *float64 `msg:"ttft_s"`
	ITL    *float64 `msg:"itl_s"`
	Output *float64 `msg:"output"`
}

// Series are what figures draw beside what the report holds.
type Series struct {
	Gaps     []Bin    `msg:"gaps"`      // a histogram
	GapsOf   string   `msg:"gaps_of"`   // "tokens" or "chunks"
	ByLength []Length `msg:"by_length"` // first-token share against output length
}

// Bin counts gaps of From to To s.
type Bin struct {
	From float64 `msg:"from_s"`
	To   float64 `msg:"to_s"`
	N    int     `msg:"n"`
}

// Length is the first-token share of E2EL among answers of From to To tokens.
type Length struct {
	From  float64  `msg:"from"`
	To    float64  `msg:"to"`
	N     int      `msg:"n"`
	Share *float64 `msg:"first_token_share"`
}

// Other is how one tool's convention forms its figures from the same records.
type Other struct {
	Convention string        `msg:"convention"`
	Tool       string        `msg:"tool"`
	Differs    string        `msg:"differs"`
	Own        bool          `msg:"own"` // the file's own tool
	Figures    []OtherFigure `msg:"figures"`
}

// OtherFigure sets a tool's figure beside ours, in the same unit.
type OtherFigure struct {
	Name   string   `msg:"name"` // ours
	Unit   string   `msg:"unit"`
	As     string   `msg:"as"` // the tool's name for its own
	Ours   *float64 `msg:"ours"`
	Theirs float64  `msg:"theirs"`
}

// Bundle is a packed file of operating points.
type Bundle struct {
	Model    string   `msg:"model"`
	Workload string   `msg:"workload"`
	File     []byte   `msg:"file"`
	Rows     int      `msg:"rows"`
	Series   []string `msg:"series"`
	Recorded []string `msg:"recorded"` // those, as they are laid over, whose points have their requests here
}
