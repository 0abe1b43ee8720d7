package synth

import (
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// run is one benchmark run: sessions that each wait for the answer, pause and
// send again.
type run struct {
	n, concurrency int
	seed           uint64
	traffic        *traffic
	server         *server
	figuresOnly    bool
}

// A session's number and the moment of its next request share one integer.
const (
	sessionBits = 20
	maxSessions = 1 << sessionBits
	// ramp is how far apart the first requests of two sessions are, in µs.
	ramp = 30_000
)

func (q run) requests(take func(*latency.Record) bool) {
	r := newRandom(q.seed, 1)
	hall := newHall(q.server)
	sessions := make([]session, q.concurrency)
	var due times
	for i := range sessions {
		due.push(int64(i)*ramp<<sessionBits | int64(i))
	}
	warm, cut := 0, q.n
	if q.traffic.warmUp {
		warm = min(q.concurrency, q.n/20)
	}
	if q.traffic.cut {
		cut = q.n - min(q.concurrency/2, q.n/40)
	}
	a := answer{random: r, hall: hall, figuresOnly: q.figuresOnly}
	for i := range q.n {
		at, who := due[0]>>sessionBits, due[0]&(maxSessions-1)
		s := &sessions[who]
		a.begin(at)
		if i < warm {
			a.rec.Phase = latency.WarmUp
		}
		end := a.send(q.traffic, s, at)
		if i >= cut {
			a.lose(latency.Cancelled)
		}
		if !take(&a.rec) {
			return
		}
		if p := &q.traffic.pause; p.median > 0 {
			end += r.length(p)
		}
		due.replace(end<<sessionBits | who)
	}
}

// seconds is a time of whole µs.
func seconds(us int64) opt.Float { return opt.Of(float64(us) / 1e6) }

func count(n int64) opt.Float { return opt.Of(float64(n)) }
