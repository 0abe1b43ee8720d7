//go:build js && wasm

package main

import (
	"encoding/binary"
	"strings"
	"syscall/js"
	"unsafe"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"github.com/isofront/isofront/data"
)

// native: see main_other.go.
const native = false

// page is the one application in this module; the exports below read it.
var page *app

// Under both compilers nothing here waits, and no goroutine is started: the
// script calls, Go answers, renders and returns. TinyGo's code for waiting would
// double its module.

// show is what draws the page.
var show struct {
	host     js.Value
	renderer *domrender.JSRenderer
	env      *vugu.BuildEnv
	root     *Root
	begun    bool
	turning  bool
}

// start makes the application and hands the script its entrances.
func start() {
	show.host = js.Global().Get("isofrontHost")
	page = newApp(show.host.Call("address").String())
	page.place = show.host.Get("place").String()
	var err error
	if show.renderer, err = domrender.New("#app"); err == nil {
		show.env, err = vugu.NewBuildEnv(show.renderer.EventEnv())
	}
	if err != nil {
		show.host.Call("broken", err.Error())
		return
	}
	show.root = &Root{App: page}
	show.host.Call("started", entrances())
}

// turn renders, after vugu saw an event or the script brought something, and
// never for the pointer: what moves with the line goes through the exports.
func turn() {
	if show.turning {
		return // what the script did while it was called is shown by this turn
	}
	show.turning = true
	defer func() { show.turning = false }()
	// What the page was served with stays until there is something to show.
	if show.begun = show.begun || page.phase != waiting || page.st.view() != ""; show.begun {
		if err := show.renderer.Render(show.env.RunBuild(show.root)); err != nil {
			show.host.Call("broken", err.Error())
			return
		}
		show.host.Call("rendered")
	}
	settle(show.host)
}

// entrances are the functions by which the script brings files, failures and
// addresses. A js.Value that they are given, or get from it, lasts until they
// return: see site/web/module.ts.
func entrances() js.Value {
	entrance := func(apply func(args []js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			apply(args)
			turn()
			return nil
		})
	}
	return js.ValueOf(map[string]any{
		// turn: vugu has handled an event.
		"turn":       entrance(func([]js.Value) {}),
		"openIndex":  entrance(func(args []js.Value) { page.openIndex(bytesOf(args[0])) }),
		"openBundle": entrance(func(args []js.Value) { page.openBundle(args[0].String(), bytesOf(args[1])) }),
		"failed":     entrance(func(args []js.Value) { page.fail(args[0].String()) }),
		"view":       entrance(func(args []js.Value) { page.show(args[0].String()) }),
		"overlay": entrance(func(args []js.Value) {
			d := drop{File: args[0].String(), Name: args[1].String(), Kept: args[2].Int(), Refused: args[3].Int()}
			if notes := args[4].String(); notes != "" {
				d.Notes = strings.Split(notes, "\n")
			}
			var files [][]byte
			for i := range args[5].Length() {
				b := args[5].Index(i)
				files = append(files, bytesOf(b.Get("file")))
				for k, names := 0, b.Get("recorded"); k < names.Length(); k++ {
					d.Recorded = append(d.Recorded, dropSeries{b.Get("model").String(), b.Get("workload").String(), names.Index(k).String()})
				}
			}
			page.overlay(d, files)
		}),
		"choose": entrance(func(args []js.Value) {
			list := make([]int, args[0].Length())
			for i := range list {
				list[i] = args[0].Index(i).Int()
			}
			page.chooseSeries(list, args[1].Bool())
		}),
		"solo":      entrance(func(args []js.Value) { page.setSolo(args[0].Int()) }),
		"mark":      entrance(func(args []js.Value) { page.addTarget(args[0].Float()) }),
		"set":       entrance(func(args []js.Value) { page.set(args[0].String(), args[1].String()) }),
		"sum":       js.FuncOf(func(_ js.Value, args []js.Value) any { return data.Sum(bytesOf(args[0])) }),
		"calculate": js.FuncOf(func(_ js.Value, args []js.Value) any { return calculate(args[0].String(), args[1].String()) }),
		"loop": js.FuncOf(func(_ js.Value, args []js.Value) any {
			text, fault := loopText(args[0].String(), args[1].String(), args[2].String(), args[3].String())
			return fault + fieldEnd + text
		}),
		"table":    entrance(func(args []js.Value) { page.setTable(args[0].String(), args[1].String()) }),
		"navigate": entrance(func(args []js.Value) { page.navigate(args[0].String()) }),
	})
}

func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(b, v)
	return b
}

// settle hands the script what the rendered tree does not hold: the chart, how
// to draw it, files to fetch and the address.
func settle(host js.Value) {
	if page.chartStale {
		page.chartStale = false
		packed := packChart(page.chart)
		array := js.Global().Get("Uint8Array").New(len(packed))
		js.CopyBytesToJS(array, packed)
		host.Call("chart", array)
	}
	for _, p := range page.parts() {
		host.Call("part", p.id, p.content)
	}
	host.Call("shown", page.st.view(), page.st.Term)
	if page.chart != nil {
		page.keys = page.legendHTML(nil)
		host.Call("view", view(page))
	}
	host.Call("visit", encodeHash(page.st), page.push)
	page.push = false
	if page.wantIndex {
		page.wantIndex = false
		host.Call("fetchIndex")
	}
	if page.wanted != "" {
		host.Call("fetchBundle", page.wanted)
		page.wanted = ""
	}
}

func view(a *app) map[string]any {
	series, names := make([]any, len(a.heads)), a.curveNames()
	for i := range a.heads {
		series[i] = map[string]any{
			"name": a.heads[i].Name, "label": names[i], "shown": a.shown[i],
			"colour": a.looks[i] % colours, "dash": dash(a.looks[i]), "marker": marker(a.looks[i]),
		}
	}
	rows := make([]any, len(a.rowSeries))
	for i, s := range a.rowSeries {
		rows[i] = s
	}
	scale := a.lineScale()
	return map[string]any{
		"view": a.st.view(), "title": a.pageTitle(), "axis": a.axisLabel(), "series": series, "rows": rows, "baseline": a.baseline,
		"logX": a.st.logX(), "logY": a.st.logY(),
		"lineLabel": a.lineTitle() + ", " + a.spokenUnit(), "better": a.better(),
		"y": a.heightLabel(), "optimal": a.st.Frontier, "pin": a.pin, "showTargets": a.st.Marked, "targets": numbers(a.targets()), "dates": a.st.AllDates, "solo": a.solo(),
		"line": a.lineX(), "min": scale.Min, "max": scale.Max, "step": scale.Step,
	}
}

func numbers(v []float64) []any {
	out := make([]any, len(v))
	for i := range v {
		out[i] = v[i]
	}
	return out
}

// shared holds the text that an export returns: its length in 4 bytes, then
// UTF-8. It is overwritten by the next call.
var shared []byte

func share(text string) unsafe.Pointer {
	shared = binary.LittleEndian.AppendUint32(shared[:0], uint32(len(text)))
	shared = append(shared, text...)
	return unsafe.Pointer(&shared[0])
}

// exportLine is the whole of what a drag asks of Go: see app.lineText.
//
//go:wasmexport isofront_line
func exportLine(x float64) unsafe.Pointer { return share(page.lineText(x)) }

// exportSettle keeps where the line was left, and returns the new address.
//
//go:wasmexport isofront_settle
func exportSettle(x float64) unsafe.Pointer {
	page.st.Line = x
	return share(encodeHash(page.st))
}

//go:wasmexport isofront_detail
func exportDetail(series int32, x float64) unsafe.Pointer {
	return share(page.detailHTML(int(series), x))
}

// exportCopy takes copyText's formats.
//
//go:wasmexport isofront_copy
func exportCopy(format int32) unsafe.Pointer { return share(page.copyText(int(format))) }

// exportTables is what Tables shows.
//
//go:wasmexport isofront_tables
func exportTables() unsafe.Pointer { return share(page.tablesText()) }

//go:wasmexport isofront_point
func exportPoint(series, point int32) unsafe.Pointer {
	return share(page.pointText(int(series), int(point)))
}

// exportHover is what the pointer asks of Go, once a frame: see app.appendHover.
//
//go:wasmexport isofront_hover
func exportHover(x float64) unsafe.Pointer {
	shared = page.appendHover(append(shared[:0], 0, 0, 0, 0), x)
	binary.LittleEndian.PutUint32(shared, uint32(len(shared)-4))
	return unsafe.Pointer(&shared[0])
}

// exportDrawn takes drawnText's forms.
//
//go:wasmexport isofront_drawn
func exportDrawn(form int32) unsafe.Pointer { return share(page.drawnText(int(form))) }

//go:wasmexport isofront_dates
func exportDates(x float64) unsafe.Pointer { return share(page.overDatesHTML(x)) }

// exportBasis takes the Calculator's lists by number.
//
//go:wasmexport isofront_basis
func exportBasis(list, series int32) unsafe.Pointer {
	return share(page.basisHTML(int(list), int(series)))
}
