package website

// During calls: a runtime for the modules that read a reader's files, which may
// make gigabytes of garbage in one call. It is TinyGo's precise collector, which
// starts when the heap is full, changed for what such files take.
//
// Linear memory never shrinks, so the heap grows by a quarter, by some 64 MiB at
// most, or by what is needed, where TinyGo doubles it. And no constant keeps what it
// would lead to if it were an address: texts and tables would keep much of a heap of
// hundreds of MiB.
var during = changedRuntime{name: "during", gc: "precise", changes: duringChanges, added: duringFile}

var duringChanges = map[string][]change{
	"gc_stack_portable.go": {{"	findGlobals(markRoots)\n", "	markGlobals()\n"}},
	"gc_blocks.go": {
		{"			if freeBytes < heapSize/3 {\n", "			if freeBytes < heapSize/8+4<<20 { // a small heap would be collected all the time\n"},
		{"				growHeap()\n", "				growFor(0)\n"},
		{"		if growHeap() {\n", "		if growFor(size) {\n"},
		{"func initHeap() {\n", "func initHeap() {\n	keepGlobals()\n"},
		// Four blocks at once, where they are alike.
		{"		for block > 0 && (block-1).state() != blockStateFree {\n", "		for block > 0 && (block-1).state() != blockStateFree {\n" +
			"			if block%blocksPerStateByte == 0 && (block-1).stateByte() == blockStateByteAllTails {\n				block -= blocksPerStateByte\n				continue\n			}\n"},
		{"		for block > 0 && (block-1).state() == blockStateFree {\n", "		for block > 0 && (block-1).state() == blockStateFree {\n" +
			"			if block%blocksPerStateByte == 0 && (block-1).stateByte() == 0 {\n				block -= blocksPerStateByte\n				continue\n			}\n"},
	},
	// Lists of thousands grow by a quarter as Go's do, not by half and to a power of
	// two: a copy of a piece of a file would take twice its size.
	"slice.go": {{"	newCap = 1 << bits.Len(uint(newCap))\n", "	if newCap < 1<<12 {\n		newCap = 1 << bits.Len(uint(newCap))\n	} else if more := oldCap + oldCap/4; newCap < more {\n		newCap = more\n	}\n"}},
}

// duringFile is added to the runtime.
const duringFile = `package runtime

import "unsafe"

// globalsKept is where all globals lie as they were before anything ran.
var globalsKept uintptr

// keepGlobals takes the beginning of the heap for them.
func keepGlobals() {
	size := globalsEnd - globalsStart
	wasm_memory_grow(wasmMemoryIndex, int32(size/wasmPageSize)+1)
	memcpy(unsafe.Pointer(heapStart), unsafe.Pointer(globalsStart), size)
	globalsKept = heapStart
	heapStart = align(heapStart + size)
	heapEnd = uintptr(wasm_memory_size(wasmMemoryIndex) * wasmPageSize)
}

// markGlobals marks what globals lead to that were written since.
func markGlobals() {
	for at := globalsStart; at+unsafe.Sizeof(at) <= globalsEnd; at += unsafe.Sizeof(at) {
		if v := *(*uintptr)(unsafe.Pointer(at)); v != *(*uintptr)(unsafe.Pointer(at - globalsStart + globalsKept)) {
			markRoot(at, v)
		}
	}
}

// growFor grows the heap so that size bytes in one have room at its end. False is
// that there is no more memory.
func growFor(size uintptr) bool {
	free := endBlock // from here to the end nothing lies
	for free > 0 && (free-1).state() == blockStateFree {
		free--
	}
	if there := uintptr(endBlock-free) * bytesPerBlock; size > there {
		size -= there
	} else {
		size = 0
	}
	size += size/(blocksPerStateByte*bytesPerBlock) + wasmPageSize // with what is kept of each block
	need := int32(size/wasmPageSize) + 1
	more := wasm_memory_size(wasmMemoryIndex) / 4
	if more < 16 {
		more = 16
	}
	if more > 1024 { // 64 MiB, and what is kept of blocks moves by more than its size
		more = wasm_memory_size(wasmMemoryIndex)/32 + 1024
	}
	if more < need {
		more = need
	}
	if wasm_memory_grow(wasmMemoryIndex, more) == -1 {
		return false
	}
	setHeapEnd(uintptr(wasm_memory_size(wasmMemoryIndex) * wasmPageSize))
	return true
}
`
