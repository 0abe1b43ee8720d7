package figure

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/isofront/isofront/data/wire"
)

// Formats lists what Write writes.
var Formats = []string{"svg", "png", "pdf"}

// Write draws the chart in a format. An error before the first byte says which
// option or which chart cannot be drawn.
func Write(w io.Writer, format string, c *wire.Chart, o Options) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("format %q: want %s", format, strings.Join(Formats, ", "))
	}
	f, err := layout(c, o)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	switch format {
	case "svg":
		canvas := vgsvg.New(f.w, f.h)
		f.draw(canvas)
		if _, err := canvas.WriteTo(&b); err != nil {
			return err
		}
		b = *bytes.NewBuffer(f.finishSVG(b.Bytes()))
	case "png":
		canvas := vgimg.NewWith(vgimg.UseWH(f.w, f.h), vgimg.UseDPI(int(96*f.opt.Scale)), vgimg.UseBackgroundColor(nothing))
		f.draw(canvas)
		if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&b); err != nil {
			return err
		}
	case "pdf":
		canvas := vgpdf.New(f.w, f.h)
		f.draw(pdfCanvas{canvas})
		if _, err := canvas.WriteTo(&b); err != nil {
			return err
		}
		b = *bytes.NewBuffer(f.finishPDF(b.Bytes()))
	}
	_, err = w.Write(b.Bytes())
	return err
}

var (
	svgHead = regexp.MustCompile(`(?s)<!--.*?-->\n(<svg [^>]*)>\n`)
	svgFont = regexp.MustCompile(`font-family:[^;]*;font-variant:[^;]*;font-weight:[^;]*;font-style:[^;"]*`)
	pdfDate = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`)
)

// finishSVG names the figure for those who cannot see it, and fonts that are as
// wide as the measured one for machines that lack it.
func (f *figure) finishSVG(b []byte) []byte {
	title := html.EscapeString(strings.Join(f.title, " "))
	desc := html.EscapeString(strings.Join(f.legend.labels, ", ") + ". " + strings.Join(f.footer, " "))
	b = svgHead.ReplaceAllFunc(b, func(head []byte) []byte {
		m := svgHead.FindSubmatch(head)
		return []byte(fmt.Sprintf("%s role=\"img\" aria-labelledby=\"isofront-title\">\n<title id=\"isofront-title\">%s</title>\n<desc>%s</desc>\n", m[1], title, desc))
	})
	return svgFont.ReplaceAllLiteral(b, []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif"))
}

// finishPDF dates the document by its data, not by the clock, in as many bytes.
func (f *figure) finishPDF(b []byte) []byte {
	date := ""
	for i := range f.chart.Series {
		if on := f.chart.Series[i].MeasuredOn; on != nil {
			date = max(date, *on)
		}
	}
	if date = strings.ReplaceAll(date, "-", ""); len(date) != 8 {
		date = "20000101"
	}
	return pdfDate.ReplaceAll(b, []byte("/$1 (D:"+date+"000000)"))
}

// pdfCanvas writes text in the code page that the PDF's font is embedded with.
type pdfCanvas struct{ *vgpdf.Canvas }

func (c pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	c.Canvas.FillString(f, at, cp1252(s))
}

// cp1252 encodes text; characters outside the code page become ?.
func cp1252(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch i := strings.IndexRune(high1252, r); {
		case r < 0x80 || r >= 0xa0 && r <= 0xff:
			out = append(out, byte(r))
		case i >= 0:
			out = append(out, byte(0x80+len([]rune(high1252[:i]))))
		default:
			out = append(out, '?')
		}
	}
	return string(out)
}

// high1252 is what the code page has at 0x80 to 0x9f; spaces stand for nothing.
const high1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

// nothing is the background under a figure's own.
var nothing = color.NRGBA{}
