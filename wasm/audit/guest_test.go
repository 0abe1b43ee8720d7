//go:build tinygotest

package audit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/guest"
)

// The module says of a text what the same source says of it natively, as either
// compiler builds it; and where a panic cannot be recovered, as under TinyGo,
// nothing may panic.

// pair is the module and the native one, which are given the same.
type pair struct {
	g *guest.Guest
	m *module

	kinds map[string]int
	cells int
}

func newPair(t *testing.T) *pair {
	t.Helper()
	return &pair{g: guest.New(t, "audit"), m: &module{}, kinds: map[string]int{}}
}

func (p *pair) same(t *testing.T, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	from := max(0, at-150)
	t.Fatalf("%s\nmodule ...%.400s\nnative ...%.400s", what, got[from:], want[from:])
}

// ask has both check a text, and looks at all that may be asked of it afterwards.
func (p *pair) ask(t *testing.T, settings, content string) {
	t.Helper()
	files, report := shipped()
	what := settings + "\n" + content
	for {
		n := p.g.Put([]byte(settings + content))
		got := string(p.g.Reply(p.g.Call("ask", uint64(len(settings)), n-uint64(len(settings)))))
		want := p.m.ask(settings, content)
		p.same(t, what, got, want)
		kind, name, _ := strings.Cut(want, separator)
		if kind != repliesNeeds {
			p.kinds[kind]++
			break
		}
		if name == "" {
			name = report.Index
		}
		for rest, more := files[name], uint64(1); more == 1; {
			piece := min(1<<20, len(rest))
			if piece == len(rest) {
				more = 0
			}
			p.same(t, name, string(p.g.Reply(p.g.Call("open", p.g.Put(rest[:piece]), more))), "")
			rest = rest[piece:]
		}
		if problem := give(p.m, files[name], 1<<20); problem != "" {
			t.Fatal(problem)
		}
	}
	if p.m.last == nil {
		return
	}
	for i := range min(len(p.m.last.audit.Tables[0].Cells), 12) {
		p.cells++
		want := p.m.cell(i)
		if strings.Contains(want, "a fault in isofront") {
			t.Fatalf("%s\ncell %d: %s", what, i, want)
		}
		p.same(t, what, string(p.g.Reply(p.g.Call("cell", uint64(i)))), want)
	}
	for _, format := range []int{asMarkdown, asCSV} {
		p.same(t, what, string(p.g.Reply(p.g.Call("export", uint64(format)))), p.m.export(format))
	}
}

// published are the tables that the tests of data/audit and these are about: each
// text in them that may be one.
func published(t *testing.T) []string {
	t.Helper()
	var docs []string
	text := func(e ast.Expr) (string, bool) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(lit.Value)
		return s, err == nil
	}
	sources, err := filepath.Glob("../../data/audit/*_test.go")
	if err != nil || len(sources) < 5 {
		t.Fatalf("%d files of tests: %v", len(sources), err)
	}
	for _, source := range append(sources, "audit_test.go") {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr: // of the helper that makes a table of lines
				if name, ok := n.Fun.(*ast.Ident); !ok || name.Name != "table" {
					break
				}
				var lines []string
				for _, arg := range n.Args {
					if s, ok := text(arg); ok {
						lines = append(lines, "| "+strings.ReplaceAll(s, "|", " | ")+" |")
					}
				}
				if len(lines) > 1 {
					rule := strings.Repeat("|---", strings.Count(lines[0], "|")-1) + "|"
					docs = append(docs, lines[0]+"\n"+rule+"\n"+strings.Join(lines[1:], "\n")+"\n")
				}
			case *ast.BasicLit:
				if s, ok := text(n); ok && strings.Contains(s, "\n") {
					docs = append(docs, s)
				}
			}
			return true
		})
	}
	// The systems of the data that ship, in place of those of the tests' own.
	known := strings.NewReplacer("GB200", "GB200", "GB300", "GB300", "B200", "GB200", "H200", "GB300", " MTP", " FP4")
	for _, doc := range docs[:len(docs):len(docs)] {
		docs = append(docs, known.Replace(doc))
	}
	return docs
}

// odd are settings behind those that the text is checked under.
var odd = []string{"", "findings=on\n", "turned=on\n", "tokens=output\n", "axis=ttft\n", "percentile=90\n", "all-dates=on\n", "table=2\n", "price=gb200:11.15\n", "column=2:*:throughput\n", "target=2\n", "nonsense"}

func TestModuleChecksPublishedTablesAlike(t *testing.T) {
	p := newPair(t)
	for i, doc := range published(t) {
		p.ask(t, dsv4, doc)
		p.ask(t, dsv4+odd[i%len(odd)], doc)
	}
	t.Logf("%v, %d cells, %d MiB", p.kinds, p.cells, p.g.MiB())
	if p.kinds[repliesReport] < 100 || p.kinds[repliesProblem] < 20 || p.cells < 200 {
		t.Errorf("too few to tell anything: %v, %d cells", p.kinds, p.cells)
	}
}

// Published tables of which some bytes are others.
func TestModuleChecksBentTablesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	pieces := []string{"|", "\n", ",", "<td>", "</table>", "$", "1e999", "−", "\xff", "\x00", "%", "×", "GB200", "tok/s", "\"", "<tr><th colspan=9999>", "9999999999999999999", "&#x110000;", "\\begin{tabular}"}
	docs, p := published(t), newPair(t)
	for range 600 {
		doc := docs[rng.IntN(len(docs))]
		for range 1 + rng.IntN(6) {
			at := rng.IntN(len(doc) + 1)
			switch rng.IntN(3) {
			case 0:
				doc = doc[:at] + pieces[rng.IntN(len(pieces))] + doc[at:]
			case 1:
				doc = doc[:at] + doc[min(len(doc), at+rng.IntN(9)):]
			case 2:
				other := docs[rng.IntN(len(docs))]
				doc = doc[:at] + other[rng.IntN(len(other)+1):]
			}
		}
		if len(doc) < 200_000 {
			p.ask(t, dsv4+odd[rng.IntN(len(odd))], doc)
		}
	}
	t.Logf("%v, %d cells, %d MiB", p.kinds, p.cells, p.g.MiB())
	if p.kinds[repliesReport] < 50 || p.kinds[repliesProblem] < 20 {
		t.Errorf("too few to tell anything: %v", p.kinds)
	}
}

// As many cells as a page checks, again and again, in the memory that a page has.
func TestModuleChecksTheLargestTables(t *testing.T) {
	head, rule, row := "| tok/s/user |", "|---|", "| 25 |"
	for range 38 {
		head, rule, row = head+" GB200 FP4 $/M tok |", rule+"---|", row+" $0.21 |"
	}
	large := head + "\n" + rule + "\n" + strings.Repeat(row+"\n", maxCells/39)
	p := newPair(t)
	for i := range 4 {
		p.ask(t, dsv4, large+strings.Repeat("\n", i))
	}
	t.Logf("%d MiB", p.g.MiB())
	if p.kinds[repliesReport] != 4 || p.g.MiB() > 1<<10 {
		t.Errorf("%v with %d MiB", p.kinds, p.g.MiB())
	}
}
