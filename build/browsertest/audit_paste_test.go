package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// auditText is the text of the Audit view's field.
func (p *Page) auditText() string {
	p.t.Helper()
	return Eval[string](p, `document.querySelector("#audit-field").value`)
}

// What comes with a table as HTML is neither run nor fetched nor asked of the
// page's policy, and no word of a cell is taken for markup.
func TestAuditPastesHostileHTML(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	Eval[bool](p, `(window.violations = [], document.addEventListener("securitypolicyviolation", (e) => window.violations.push(e.violatedDirective + " " + e.blockedURI)), true)`)
	p.paste("tok/s/user\tGB200 tok/s/GPU\n", `<html><head><base href="https://evil.example/"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><meta http-equiv="refresh" content="0;url=https://evil.example">
		<style>@import "https://evil.example/a.css"; td { color: red }</style><link rel="stylesheet" href="https://evil.example/b.css"><script src="https://evil.example/c.js"></script></head>
		<body onload="window.owned=1" style="background:url(https://evil.example/d.png)"><!-- <table><tr><td>9 --><iframe srcdoc="<script>parent.owned=2</script>" src="https://evil.example/e"></iframe>
		<img src=x onerror=window.owned=3><svg onload=window.owned=4><script>window.owned=5</script></svg><form action="javascript:window.owned=6"><object data="https://evil.example/f"></object>
		<table onclick="window.owned=7" style='color:red' title="a>b"><tr style=color:red><th rowspan=2 onmouseover=window.owned=8>tok/s/user<th colspan="2">GB200</tr><tr><th>tok/s/GPU<th>note</tr>
		<tr><td>25</td><td><a href="javascript:window.owned=9" style="x:y">2846</a><sup>1</sup></td><td>one=1 on sale = yes, style = old, onclick="buy" &lt;img src=x onerror=window.owned=10&gt;</td></tr></table></body></html>`)
	p.Wait(`document.querySelector("#audit-summary")?.dataset.agree === "1"`)
	got := p.auditText()
	for _, want := range []string{"<td>25</td><td>2846^1</td>", `<td>one=1 on sale = yes, style = old, onclick="buy" &lt;img src=x onerror=window.owned=10&gt;</td>`, "<th rowspan=2>tok/s/user<th colspan=2>GB200"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if text := p.Text(`.audit-table td.unchecked`); text != `one=1 on sale = yes, style = old, onclick="buy" <img src=x onerror=window.owned=10>` {
		t.Errorf("the cell reads %s", text)
	}
	for _, gone := range []string{"evil", "javascript", "mouseover", "9 --", "red"} {
		if strings.Contains(got, gone) {
			t.Errorf("%s is in\n%s", gone, got)
		}
	}
	frames(p)
	if v := Eval[[]string](p, `window.violations`); len(v) > 0 || Eval[bool](p, `!!window.owned`) {
		t.Errorf("violations %q", v)
	}
	for _, r := range p.Requests() {
		if strings.Contains(r.URL, "evil") {
			t.Errorf("%s was fetched", r.URL)
		}
	}
}

// Unclosed markup, as much as a table may be long, costs no more than its length.
func TestAuditPastesUnclosedHTML(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	for _, unit := range []string{"<", "<td ", `<td a="`, `<td a='b" `, "<!--", "<script>", "<table><tr><td>", "1<b>", "<p>a", "<sup>", "</p", "<td\t=", "a  "} {
		took := Eval[float64](p, fmt.Sprintf(`(() => {
			const html = "<table><tr><td colspan=2>1" + %q.repeat(3e6 / %d);
			const data = new DataTransfer();
			data.setData("text/plain", "x");
			data.setData("text/html", html);
			const field = document.querySelector("#audit-field"), insert = document.execCommand;
			document.execCommand = () => true; // what is measured is the reading
			const from = performance.now();
			field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
			document.execCommand = insert;
			return performance.now() - from;
		})()`, unit, len(unit)))
		if took > 8000 {
			t.Errorf("%q takes %.0f ms", unit, took)
		}
	}
}

// Word processors and sheets write a table in their own ways; what it says stays.
func TestAuditPastesFromOffice(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	const sheet = "tok/s/user\tGB200 tok/s/GPU\tGB200 $/M tok\n25\t2,846\t$0.22\n50\t649\t$0.95\n"
	for name, c := range map[string]struct{ plain, html, want string }{
		// Its HTML says no more than its text, which is easier to read.
		"a sheet": {sheet, `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{mso-number-format:General}</style></head><body><table border=0 style='border-collapse:collapse'><!--StartFragment--><col width=87>
			<tr height=20><td class=xl65>tok/s/user</td><td>GB200 tok/s/GPU</td><td>GB200 $/M tok</td></tr><tr><td align=right>25</td><td x:num="2846">2,846</td><td>$0.22</td></tr><tr><td>50</td><td>649</td><td>$0.95</td></tr><!--EndFragment--></table></body></html>`, strings.TrimSpace(sheet)},
		// A paragraph in each cell, a caption above the table.
		"a word processor": {"Table 2. DeepSeek-V4-Pro\ntok/s/user\tGB200 tok/s/GPU1\tGB200 $/M tok\n25\t2,846\t$0.22\n", `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><!--[if gte mso 9]><xml><o:x>1</o:x></xml><![endif]--><style>p.MsoNormal{margin:0}</style></head><body lang=EN-US>
			<p class=MsoCaption><b>Table&nbsp;2.</b> DeepSeek-V4-Pro<o:p></o:p></p><table class=MsoTableGrid><tr style='mso-yfti-irow:0'><td width=98 valign=top><p class=MsoNormal><span lang=EN-US>tok/s/user<o:p></o:p></span></p></td>
			<td><p class=MsoNormal>GB200 tok/s/GPU<sup>1</sup><o:p></o:p></p></td><td><p class=MsoNormal>GB200 $/M tok<o:p></o:p></p></td></tr>
			<tr><td><p class=MsoNormal>25<o:p></o:p></p></td><td><p class=MsoNormal><s>7,000</s> 2,<span style='color:red'>846</span><o:p></o:p></p></td><td><p>$0.22</p></td></tr></table><p class=MsoNormal><sup>1</sup> as measured</p></body></html>`,
			"Table 2. DeepSeek-V4-Pro\n\n<table>\n<tr><td>tok/s/user</td><td>GB200 tok/s/GPU^1</td><td>GB200 $/M tok</td></tr>\n<tr><td>25</td><td>2,846</td><td>$0.22</td></tr>\n</table>\n\n^1 as measured"},
		// The plain text of some is no table at all.
		"without tabs": {"tok/s/user\nGB200 tok/s/GPU\n25\n2846\n", `<table><thead><tr><td>tok/s/user</td><td>GB200 tok/s/GPU</td></tr></thead><tbody><tr><td>25</td><td>2846</td></tr></tbody></table>`,
			"<table>\n<thead>\n<tr><td>tok/s/user</td><td>GB200 tok/s/GPU</td></tr>\n</thead>\n<tbody>\n<tr><td>25</td><td>2846</td></tr>\n</tbody>\n</table>"},
		// A footnote's number is not a digit of the value beside it.
		"a footnote": {"tok/s/user\tGB200 tok/s/GPU\n25\t28463\n", `<table><tr><td>tok/s/user</td><td>GB200 tok/s/GPU</td></tr><tr><td>25</td><td>2846<a href="#3">3</a></td></tr></table>`,
			"<table>\n<tr><td>tok/s/user</td><td>GB200 tok/s/GPU</td></tr>\n<tr><td>25</td><td>2846 ; 3</td></tr>\n</table>"},
	} {
		p.paste(c.plain, c.html)
		p.Wait(`document.querySelector("#audit-found").hasChildNodes()`) // a summary, or what to say of the columns
		if got := strings.TrimSpace(p.auditText()); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}
