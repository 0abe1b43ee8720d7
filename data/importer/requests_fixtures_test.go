package importer

// Small synthetic files, one per tool, in the shape of each tool's documented
// schema: no figure in them was measured.

const (
	aiperfWarm = `{"metadata":{"session_num":0,"request_start_ns":1783588508057339762,"request_end_ns":1783588509057339762,"benchmark_phase":"warmup","was_cancelled":false},"metrics":{"request_latency":{"value":1000.0,"unit":"ms"},"time_to_first_token":{"value":1000.0,"unit":"ms"},"output_sequence_length":{"value":1,"unit":"tokens"},"usage_completion_tokens":{"value":1,"unit":"tokens"}}}`
	aiperfOne  = `{"metadata":{"request_start_ns":1783588510633024589,"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"output_sequence_length":{"value":4,"unit":"tokens"},"request_latency":{"value":2353.997281,"unit":"ms"},"time_to_first_token":{"value":2331.9554569999996,"unit":"ms"},"input_sequence_length":{"value":194543,"unit":"tokens"},"inter_token_latency":{"value":7.347274666666666,"unit":"ms"},"usage_completion_tokens":{"value":3,"unit":"tokens"},"usage_prompt_tokens":{"value":194540,"unit":"tokens"},"usage_reasoning_tokens":{"value":1,"unit":"tokens"},"http_req_chunks_received":{"value":3,"unit":"count"},"inter_chunk_latency":{"value":[11.020912,11.020912],"unit":"ms"}}}`
	aiperfErr  = `{"metadata":{"request_start_ns":1783588511633024589,"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"error_isl":{"value":5,"unit":"tokens"}},"error":{"code":500,"type":"x","message":"Internal \"Server\" Error"}}`
	aiperfStop = `{"metadata":{"request_start_ns":1783588512633024589,"benchmark_phase":"profiling","was_cancelled":true},"metrics":{},"error":{"code":499}}`
	aiperfFile = aiperfWarm + "\n" + aiperfOne + "\r\n\n" + aiperfErr + "\n" + aiperfStop + "\n"

	replayHeader = "user_id,request_idx,request_type,input_tokens,output_tokens_expected,output_tokens_actual,ttft,ttlt,itl,success,error_message,request_start_time,request_complete_time,token_timestamps,tokens_per_chunk\n"
	replayWhole  = `User-1,1,streaming,100,121,7,0.5,1.25,0.125,True,,1776748684.5,1776748685.75,"[1776748685.0, 1776748685.25, 1776748685.5]","[1, 3, 3]"` + "\n"
	replayFailed = "User-1,2,streaming,100,121,0,0.0,0.0,0.0,False,,1776748684.5,1776748685.0,[],[]\n"
	replayShort  = "user_id,request_type,input_tokens,output_tokens_actual,ttft,ttlt,itl,success,request_start_time,n_chunks,first_token_ts\nUser-1,streaming,100,7,0.5,1.25,0.125,True,1776748684.5,3,1776748685.0\n"

	vllmDetailed = `{"date":"20260510-101112","endpoint_type":"openai-chat","model_id":"meta/L","num_prompts":4,"max_concurrency":2,"duration":10.0,"completed":2,"failed":2,"total_input_tokens":200,"total_output_tokens":12,"request_goodput":null,` +
		`"output_throughput":1.2,"total_token_throughput":21.2,"input_lens":[100,100,100,100],"output_lens":[7,5,0,0],"ttfts":[0.5,0.4,0.0,0.0],"itls":[[0.3,0.3],[0.1,0.1,0.1,0.1],[],[]],"start_times":[10.5,10.75,11.0,11.5],` +
		`"generated_texts":["a","b \"quoted\"","",""],"errors":["","","Internal \"error\"","x"],"mean_ttft_ms":450.0,"median_ttft_ms":450.0,"median_tpot_ms":100.0,"mean_itl_ms":166.66666666666666}`

	sglangDetailed = `{"backend":"sglang","dataset_name":"random","request_rate":"inf","max_concurrency":2,"random_input_len":1024,"random_output_len":64,"random_range_ratio":1.0,"duration":4.0,"completed":2,"total_input_tokens":200,"total_output_tokens":12,"total_output_tokens_retokenized":12,` +
		`"total_throughput":53.0,"mean_ttft_ms":450.0,"input_lens":[100,100,100],"output_lens":[7,5,0],"ttfts":[0.5,0.4,0.0],"itls":[[0.1,0.1,0.1,0.1],[0.1,0.1,0.1,0.1],[]],"generated_texts":["a","b",""],"errors":["","","x"]}`

	llmperfFile = `[{"error_code":null,"error_msg":"","inter_token_latency_s":0.145,"ttft_s":1.0,"end_to_end_latency_s":1.45,"number_output_tokens":10,"number_input_tokens":252},
{"error_code":429,"error_msg":"slow down","inter_token_latency_s":0,"ttft_s":0,"end_to_end_latency_s":0,"number_output_tokens":0,"number_input_tokens":10}]`

	inferencePerfFile = `[{"start_time":100.0,"end_time":102.0,"request":"{\"prompt\":\"x\"}","response":"data: ...","info":{"input_tokens":5,"output_tokens":7,"output_token_times":[100.5,101.0,101.0,101.0,101.5,101.5,101.5]},"error":null},
{"start_time":101.0,"end_time":101.25,"request":"","response":"","info":{"input_tokens":5,"output_tokens":0,"output_token_times":[]},"error":{"error_type":"ServerError","error_msg":"500"}}]`

	genaiFile = `{"service_kind":"openai","endpoint":"v1/chat/completions","version":"1.0","experiments":[{"experiment":{"mode":"concurrency","value":4},"requests":[` +
		`{"timestamp":1000000000,"request_inputs":{"payload":"{}"},"response_timestamps":[1004000000,1210000000,1230000000,1250000000,1260000000,1270000000],"response_outputs":[` +
		`{"response":"data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n"},{"response":"data: {\"choices\":[{\"delta\":{\"content\":\"A\"}}]}\n\n"},` +
		`{"response":"data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"B\"}}]}\n\n"},{"response":"data: {\"choices\":[{\"delta\":{\"content\":\"C\"}}]}\n\n"},` +
		`{"response":"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":3}}\n\n"},{"response":"data: [DONE]\n\n"}]}]}]}`

	guideFile = `{"metadata":{"version":1},"args":{},"benchmarks":[{"type_":"generative_benchmark","duration":10.0,"requests":{"successful":[` +
		`{"type_":"generative_request_stats","request_id":"a","info":{"status":"completed","timings":{"request_start":1000.0,"first_token_iteration":1002.0,"last_token_iteration":1004.0,"token_iterations":101,"request_end":1004.5}},"input_metrics":{"text_tokens":10},"output_metrics":{"total_tokens":101},"output_tokens":101,"prompt_tokens":10,"request_start_time":1000.0,"request_end_time":1004.5}],` +
		`"incomplete":[{"request_id":"b","info":{"timings":{}}}],"errored":[{"request_id":"c","info":{"timings":{"request_start":1001.0}}}]}},` +
		`{"requests":{"successful":[{"type_":"generative_text_response","start_time":1000.0,"end_time":1004.5,"first_token_time":1002.0,"last_token_time":1004.0,"output_tokens":101,"prompt_tokens":10}],"incomplete":[],"errored":[]}}]}`
)

// requestFiles are all of them, by format.
var requestFiles = []struct {
	format *Format
	text   string
}{
	{&aiperfRequestsFormat, aiperfFile},
	{&traceReplayFormat, replayHeader + replayWhole + replayFailed},
	{&traceReplayFormat, replayShort},
	{&vllmDetailedFormat, vllmDetailed},
	{&sglangDetailedFormat, sglangDetailed},
	{&llmperfRequestsFormat, llmperfFile},
	{&inferencePerfRequestsFormat, inferencePerfFile},
	{&genaiPerfRequestsFormat, genaiFile},
	{&guideLLMFormat, guideFile},
}
