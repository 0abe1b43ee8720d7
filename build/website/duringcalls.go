package website

// During calls: a runtime for the modules that read a reader's files, which may
// make gigabytes of garbage in one call. It is TinyGo's precise collector, which
// starts when the heap is full, but for how far the heap grows then.
var during = changedRuntime{name: "during", gc: "precise", changes: map[string][]change{
	"gc_stack_portable.go": {{"	findGlobals(markRoots)\n", "	markGlobals()\n"}},
	"gc_blocks.go": {
		{"			if freeBytes < heapSize/3 {\n", "			if freeBytes < heapSize/8+4<<20 { // a small heap would be collected all the time\n"},
		{"				growHeap()\n", "				growFor(0)\n"},
		{"		if growHeap() {\n", "		if growFor(size) {\n"},
	},
}}
