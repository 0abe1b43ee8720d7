package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Themes lists the themes, the default first.
var Themes = []string{"light", "dark", "transparent"}

// theme is one set of colours, all opaque: the SVG and PDF canvases darken
// translucent ones. page is nil where the figure has no background
// of its own and must read on white and on near-black pages alike.
type theme struct {
	page, text, muted, grid, frame, target color.Color
	series                                 []color.NRGBA
	faint                                  color.NRGBA // what points off the frontier fade towards
	dots                                   []vg.Length // of the grid's lines
}

// The series colours are those of the site: eight hues that stay apart for
// colour-blind readers, each also told apart by dash and marker.
var themes = map[string]theme{
	"light": {
		page: hex(0xffffff), text: hex(0x1a1d23), muted: hex(0x565d69), grid: hex(0xe6e9ee), frame: hex(0x7d8593), target: hex(0xb3002d),
		series: hexes(0x0067a5, 0xc2500a, 0x007a56, 0xa8447f, 0x414a58, 0x8d6200, 0x6a51c7, 0xc01f3a),
		faint:  hex(0xffffff),
	},
	"dark": {
		page: hex(0x171b21), text: hex(0xe8ebf0), muted: hex(0xa4adba), grid: hex(0x262d36), frame: hex(0x7b8696), target: hex(0xff7a90),
		series: hexes(0x5cb3f0, 0xff9a57, 0x3fc79a, 0xe58bc4, 0xc3cad5, 0xe0b13a, 0xa797ff, 0xff7b7b),
		faint:  hex(0x171b21),
	},
	"transparent": {
		text: hex(0x757b83), muted: hex(0x757b83), grid: hex(0x8a9098), frame: hex(0x757b83), target: hex(0xd9405a),
		series: hexes(0x2a84c6, 0xcb6420, 0x1b8f68, 0xba5d98, 0x6f7986, 0x9a7215, 0x8370d8, 0xd64a5c),
		faint:  hex(0x808080), dots: []vg.Length{0.6, 2.4},
	},
}

func hex(v uint32) color.NRGBA { return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }

func hexes(vs ...uint32) []color.NRGBA {
	out := make([]color.NRGBA, len(vs))
	for i, v := range vs {
		out[i] = hex(v)
	}
	return out
}

// fade is a series' colour for points off the frontier.
func (t *theme) fade(c color.NRGBA) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8((2*int(a) + int(b)) / 3) }
	return color.NRGBA{mix(c.R, t.faint.R), mix(c.G, t.faint.G), mix(c.B, t.faint.B), 0xff}
}
