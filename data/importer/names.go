package importer

import "strings"

// The names under which InferenceX stores models, hardware and frameworks, and
// ours. The keys are those of InferenceX-app, packages/constants
// (models.ts, gpu-keys.ts, framework-aliases.ts) and packages/db/src/etl/normalizers.ts,
// https://github.com/SemiAnalysisAI/InferenceX-app, Apache License 2.0, read in
// 2026. Point releases that its charts show under one name (GLM-5 and GLM-5.1)
// stay apart here: a series is of one model.
var modelNames = map[string]string{
	"dsr1":          "DeepSeek-R1-0528",
	"dsv4":          "DeepSeek-V4-Pro",
	"dsv4pro":       "DeepSeek-V4-Pro",
	"glm5":          "GLM-5",
	"glm5.1":        "GLM-5.1",
	"glm5.2":        "GLM-5.2",
	"gptoss":        "gpt-oss-120b",
	"gptoss120b":    "gpt-oss-120b",
	"kimik2.5":      "Kimi-K2.5",
	"kimik2.6":      "Kimi-K2.6",
	"kimik2.7":      "Kimi-K2.7-Code",
	"kimik2.7-code": "Kimi-K2.7-Code",
	"kimik3":        "Kimi-K3",
	"llama70b":      "Llama-3.3-70B-Instruct",
	"minimaxm2.5":   "MiniMax-M2.5",
	"minimaxm2.7":   "MiniMax-M2.7",
	"minimaxm3":     "MiniMax-M3",
	"qwen3.5":       "Qwen-3.5-397B-A17B",
	"qwen3.8next":   "Qwen3.8-Flash-Next",
}

// modelPaths maps the last element of a path to weights, in lower case and
// without what it says of the number format.
var modelPaths = map[string]string{
	"deepseek-r1":            "DeepSeek-R1-0528", // as InferenceX maps it
	"deepseek-r1-0528":       "DeepSeek-R1-0528",
	"dsr1-0528":              "DeepSeek-R1-0528",
	"deepseek-v4-pro":        "DeepSeek-V4-Pro",
	"glm-5":                  "GLM-5",
	"glm-5.1":                "GLM-5.1",
	"glm-5.2":                "GLM-5.2",
	"gpt-oss-120b":           "gpt-oss-120b",
	"kimi-k2.5":              "Kimi-K2.5",
	"kimi-k2.6":              "Kimi-K2.6",
	"kimi-k2.7-code":         "Kimi-K2.7-Code",
	"kimi-k3":                "Kimi-K3",
	"llama-3.3-70b-instruct": "Llama-3.3-70B-Instruct",
	"minimax-m2.5":           "MiniMax-M2.5",
	"minimax-m2.7":           "MiniMax-M2.7",
	"minimax-m3":             "MiniMax-M3",
	"qwen3.5-397b-a17b":      "Qwen-3.5-397B-A17B",
	"qwen3.8-flash-next":     "Qwen3.8-Flash-Next",
}

// numberFormats end a model's name without being part of it.
var numberFormats = []string{"-preview", "-kv", "-v2", "-fp8", "-fp4", "-nvfp4", "-mxfp4", "-int4", "-bf16"}

var hardwareNames = map[string]bool{
	"h100": true, "h200": true, "b200": true, "b300": true, "gb200": true, "gb300": true,
	"mi300x": true, "mi325x": true, "mi355x": true,
}

// frameworkNames maps a framework to ours and says whether the name alone
// means separate prefill and decode.
var frameworkNames = map[string]struct {
	name   string
	disagg bool
}{
	"atom": {"atom", false}, "sglang": {"sglang", false}, "trt": {"trt", false}, "vllm": {"vllm", false},
	"dynamo-sglang": {"dynamo-sglang", false}, "dynamo-trt": {"dynamo-trt", false}, "dynamo-vllm": {"dynamo-vllm", false},
	"mori-sglang": {"mori-sglang", true}, "mooncake-atom": {"mooncake-atom", true},
	"sglang-disagg": {"mori-sglang", true}, "atom-disagg": {"mooncake-atom", true},
	"trtllm": {"trt", false}, "dynamo-trtllm": {"dynamo-trt", false},
}

// namer maps the names of one file and reports each that it does not know,
// once, up to MaxNotes.
type namer struct {
	warn func(column, reason, detail string)
	told map[string]bool
}

func newNamer(warn func(column, reason, detail string)) *namer {
	return &namer{warn, map[string]bool{}}
}

func (n *namer) unknown(column, name string) string {
	if n.warn != nil && name != "" && len(n.told) < MaxNotes && !n.told[column+"\x00"+name] {
		n.told[column+"\x00"+name] = true
		n.warn(column, "unknown name, kept as it is", quote(name))
	}
	return name
}

// model maps a short key such as dsr1 or a path such as
// nvidia/DeepSeek-R1-0528-FP4.
func (n *namer) model(column, s string) string {
	if name, ok := knownModel(s); ok {
		return name
	}
	return n.unknown(column, s)
}

func knownModel(s string) (string, bool) {
	low := strings.ToLower(s)
	if name, ok := modelNames[low]; ok {
		return name, true
	}
	low = low[strings.LastIndexByte(low, '/')+1:]
	for {
		if name, ok := modelPaths[low]; ok {
			return name, true
		}
		if name, ok := modelNames[low]; ok && low != strings.ToLower(s) {
			return name, true
		}
		short := low
		for _, f := range numberFormats {
			short = strings.TrimSuffix(short, f)
		}
		if short == low {
			return "", false
		}
		low = short
	}
}

// hardware maps names that carry the runner behind the chip, such as b200-trt,
// cluster:mi355x-amds or h200_0.
func (n *namer) hardware(column, s string) string {
	low := strings.ToLower(s)
	low = low[strings.LastIndexByte(low, ':')+1:]
	low, _, _ = strings.Cut(low, "-")
	if base, index, ok := strings.Cut(low, "_"); ok && strings.Trim(index, "0123456789") == "" {
		low = base
	}
	if hardwareNames[low] {
		return low
	}
	return n.unknown(column, s)
}

// framework maps a name and says whether it alone means disaggregation.
func (n *namer) framework(column, s string) (name string, disagg bool) {
	low := strings.ToLower(s)
	if f, ok := frameworkNames[low]; ok {
		return f.name, f.disagg
	}
	return n.unknown(column, low), false
}

// precision maps the vendors' names of a number format to the common one.
func precision(s string) string {
	switch low := strings.ToLower(s); low {
	case "nvfp4", "mxfp4":
		return "fp4"
	default:
		return low
	}
}
