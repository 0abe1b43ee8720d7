package latency

// Flags are remarks on one request whose metrics stand nevertheless.
type Flags uint16

const (
	ClientOutput     Flags = 1 << iota // OSL is a client's count
	ClientInput                        // ISL is a client's count
	LaterEnd                           // E2EL is later than the last token
	E2ELFromGaps                       // E2EL is TTFT plus the sum of the gaps
	NoTTFT                             // a TTFT of 0 was taken as absent
	ReportedITL                        // ITL is the tool's own, as it could not be derived
	ITLDisagrees                       // the tool's own ITL is more than 1% off ours
	OneTokenPerChunk                   // chunk tokens follow from as many chunks as tokens
	FewerThanChunks                    // OSL is below the number of token-bearing chunks
	ChunksDisagree                     // the chunks' tokens do not sum to OSL
	CountDisagrees                     // a usage count of 0 although a token came
	GapsDisagree                       // the gaps outlast E2EL
	ReasoningExceeds                   // more reasoning tokens than output tokens
	OneMoment                          // two tokens or more came at once: ITL is 0
	NoE2EL                             // an E2EL of 0 was taken as absent
	flagCount        = iota
)

var flagNames = [flagCount]string{
	"output length is a client's count, not the server's",
	"input length is a client's count, not the server's",
	"the tool reports an end later than the last token",
	"end-to-end latency is TTFT plus the sum of the gaps",
	"a TTFT of 0 is absent",
	"ITL is the tool's own, since it could not be derived",
	"the tool's own ITL is more than 1% off (E2EL - TTFT)/(OSL - 1)",
	"as many chunks as tokens: each carries one",
	"fewer output tokens than chunks that carry one",
	"the chunks' tokens do not sum to the output length",
	"the usage count is 0 although a token came",
	"the gaps between chunks outlast the end-to-end latency",
	"more reasoning tokens than output tokens",
	"all tokens came at one moment: ITL is 0",
	"an end-to-end latency of 0 is absent",
}

// Has reports whether all flags of f are set.
func (fs Flags) Has(f Flags) bool { return fs&f == f }

// Words lists the flags in words, in a fixed order.
func (fs Flags) Words() []string {
	var out []string
	for i, name := range flagNames {
		if fs&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Reason says why a request is not in the sample.
type Reason uint8

const (
	Used            Reason = iota // it is
	DroppedWarmUp                 // sent before the profiling phase
	DroppedPhase                  // of another phase
	DroppedFailed                 // failed
	DroppedCancel                 // cancelled
	DroppedNoOutput               // ended well without a single token
	DroppedInvalid                // refused: its figures contradict each other
	DroppedRepeated               // an earlier record again, left out before it came to a Run
	reasonCount     = iota
)

var reasonNames = [reasonCount]string{"used", "warmup", "other_phase", "failed", "cancelled", "zero_output", "invalid", "repeated"}

// Reasons lists every Reason for which a request is dropped.
var Reasons = []Reason{DroppedWarmUp, DroppedPhase, DroppedFailed, DroppedCancel, DroppedNoOutput, DroppedInvalid, DroppedRepeated}

// String is the reason's name in replies.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "unknown"
}
