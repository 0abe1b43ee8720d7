package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// served is a summary of vLLM's benchmark at a concurrency.
func served(t *testing.T, dir string, concurrency int, rate, tpot float64) string {
	t.Helper()
	path := filepath.Join(dir, fmt.Sprintf("run-%d.json", concurrency))
	text := fmt.Sprintf(`{"date":"20261120-101500","endpoint_type":"openai","backend":"vllm","model_id":"deepseek-ai/DeepSeek-V4-Pro","tokenizer_id":"deepseek-ai/DeepSeek-V4-Pro",
"num_prompts":100,"request_rate":"inf","burstiness":1.0,"max_concurrency":%d,"duration":100,"completed":100,"total_input_tokens":819200,"total_output_tokens":102400,
"request_throughput":1,"output_throughput":%v,"total_token_throughput":%v,"mean_ttft_ms":100,"median_ttft_ms":100,"std_ttft_ms":1,"p99_ttft_ms":200,
"mean_tpot_ms":%v,"median_tpot_ms":%[4]v,"std_tpot_ms":0.5,"p99_tpot_ms":%[4]v,"mean_itl_ms":%[4]v,"median_itl_ms":%[4]v,"std_itl_ms":1,"p99_itl_ms":%[4]v}`, concurrency, rate/9, rate, tpot)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Result files that do not say what served them are asked about in a form, once for all
// of them; with an answer they are one curve, a wrong one is said and can be mended. An
// isofront.json that is dropped with them answers by itself.
func TestGivenOfDroppedResults(t *testing.T) {
	dir := t.TempDir()
	files := []string{served(t, dir, 8, 5000, 12), served(t, dir, 32, 9000, 20), served(t, dir, 64, 12000, 33)}
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	p.choose("#files", files...)
	p.Wait(`document.querySelector("#given input")`)
	if got := Eval[string](p, `[...document.querySelectorAll("#given input")].map((x) => x.name + "=" + x.value).join()`); got != "hardware=,framework=,precision=,spec_decoding=none,workload=,gpus=" {
		t.Errorf("it asks for %s", got)
	}
	if Eval[string](p, `document.activeElement.id`) != "given-hardware" || !strings.Contains(p.Text("#given"), "run-8.json and 2 more") {
		t.Errorf("the focus is on %q: %s", Eval[string](p, `document.activeElement.id`), p.Text("#given"))
	}
	p.Viewport(390, 600)
	frames(p) // the chart is drawn anew with the next
	if px := p.Overflow(); px > 0 {
		t.Errorf("the page is %d px wider than the screen", px)
	}
	p.Viewport(1280, 900)
	for name, value := range map[string]string{"hardware": "b300", "framework": "vllm", "precision": "fp4", "workload": "8192/1024", "gpus": "eight"} {
		p.Type("#given-"+name, value)
	}
	p.Press(Enter)
	p.Wait(`document.querySelector(".reading.failed p")?.textContent.includes("gpus: not a whole number above 0") && document.querySelector("#given-precision").value === "fp4"`)
	p.Type("#given-gpus", "8")
	p.Press(Enter)
	const laid = `document.querySelector(".reading").hidden && document.querySelector("#dropped")?.textContent.includes("3 operating points of DeepSeek-V4-Pro, 8192/1024")`
	p.Wait(laid)
	p.Wait(`document.querySelector("#at-line").textContent.includes("B300")`)
	p = Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	side := filepath.Join(dir, "isofront.json")
	if err := os.WriteFile(side, []byte(`{"hardware":"b300","framework":"vllm","precision":"fp4","spec_decoding":"none","workload":"8192/1024","gpus":8}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p.choose("#files", append(files, side)...)
	p.Wait(laid)
}
