package latency

import "github.com/isofront/isofront/core/latency/loop"

// Loop is an agent that waits for one answer after another.
type Loop = loop.Loop
