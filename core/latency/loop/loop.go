// Package loop says how long an agent waits that asks again after each answer. It
// stands apart from core/latency so that a page links this formula alone.
package loop

import "github.com/isofront/isofront/core/opt"

// Loop is an agent that waits for one answer after another.
type Loop struct {
	Steps  float64   // answers, one after another
	Output float64   // tokens in each
	TTFT   opt.Float // s; absent: the first token takes one ITL like the others
	ITL    float64   // s/token
}

// Wait is how long the loop waits, in s: Steps x (TTFT + ITL x (Output - 1)),
// which is E2EL by the definition of ITL. Without a TTFT it is Steps x Output x
// ITL: 3,000 tokens at 30 ms take 90 s, at 1.4 ms about 4 s. An answer of no
// tokens takes no time. Absent for a negative or not finite input.
func (l Loop) Wait() opt.Float {
	ttft, has := l.TTFT.Get()
	if !(l.Steps >= 0) || !(l.Output >= 0) || !(l.ITL >= 0) || ttft < 0 {
		return opt.Float{}
	}
	if !has {
		return opt.Of(l.Steps * l.Output * l.ITL)
	}
	if l.Output == 0 {
		return opt.Of(0)
	}
	return opt.Of(l.Steps * (ttft + float64(l.ITL*max(l.Output-1, 0))))
}
