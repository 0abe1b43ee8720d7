package figure

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// dashes tell curves apart without colour. Their number shares no factor with
// the colours' and the shapes', so that a combination comes back only after 280
// series.
var dashes = [][]vg.Length{nil, {6, 2.5}, {1.8, 2}, {8, 2.5, 1.8, 2.5}, {3.5, 1.8}}

// shapes are marker outlines on the unit circle, anticlockwise.
var shapes = []vg.Path{
	circle(),
	polygon(4, math.Pi/4, 1.1), // square
	polygon(3, math.Pi/2, 1.25),
	polygon(4, 0, 1.2), // diamond
	polygon(3, -math.Pi/2, 1.25),
	star(4, 0.45),
	polygon(6, 0, 1.1),
}

func circle() vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: 1})
	p.Arc(vg.Point{}, 1, 0, 2*math.Pi)
	p.Close()
	return p
}

func polygon(n int, turn, r float64) vg.Path {
	var p vg.Path
	for i := range n {
		corner(&p, turn+2*math.Pi*float64(i)/float64(n), r)
	}
	p.Close()
	return p
}

func star(n int, inner float64) vg.Path {
	var p vg.Path
	for i := range 2 * n {
		r := 1.35
		if i%2 == 1 {
			r *= inner
		}
		corner(&p, math.Pi*float64(i)/float64(n), r)
	}
	p.Close()
	return p
}

func corner(p *vg.Path, angle, r float64) {
	at := vg.Point{X: vg.Length(r * math.Cos(angle)), Y: vg.Length(r * math.Sin(angle))}
	if len(*p) == 0 {
		p.Move(at)
	} else {
		p.Line(at)
	}
}

// marker is shape i of radius r around a point.
func marker(i int, at vg.Point, r vg.Length) vg.Path {
	var out vg.Path
	for _, c := range shapes[i%len(shapes)] {
		c.Pos = at.Add(c.Pos.Scale(r))
		c.Radius *= r
		out = append(out, c)
	}
	return out
}

func rectangle(x0, y0, x1, y1 vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: x0, Y: y0})
	p.Line(vg.Point{X: x1, Y: y0})
	p.Line(vg.Point{X: x1, Y: y1})
	p.Line(vg.Point{X: x0, Y: y1})
	p.Close()
	return p
}
