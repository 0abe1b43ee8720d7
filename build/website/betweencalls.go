package website

// Between calls: of TinyGo's runtime the modules use a copy that collects
// garbage only when it is told to, which is when no call into the module is
// under way and so nothing on the stack has to be kept. TinyGo keeps account of
// every pointer on the stack otherwise, at a fifth of a module's size and speed.
// During a call memory only grows.
//
// The copy takes the place of the collector called "leaking", for which TinyGo
// keeps no such account, and of the precise one it has everything else. The modules
// that read a reader's files make more garbage in one call than a page has memory:
// they keep the precise collector (duringcalls.go).

// between is a runtime of that kind, of which betweenFile is added.
var between = changedRuntime{name: "between", gc: "leaking", changes: betweenChanges, added: betweenFile}

const betweenFile = `//go:build gc.leaking

package runtime

// gcMarkReachable has no stack to mark: see collectBetweenCalls.
func gcMarkReachable() { findGlobals(markRoots) }

func gcResumeWorld() {}

// gcAtCollection is gcTotalAlloc at the last collection.
var gcAtCollection uint64

// collectBetweenCalls collects garbage when enough was allocated since the last
// time. Only what globals lead to stays: it is for the first line of an export.
func collectBetweenCalls() {
	if allocated := gcTotalAlloc - gcAtCollection; allocated > 1<<20 && allocated > uint64(heapEnd-heapStart)/8 {
		gcAtCollection = gcTotalAlloc
		GC()
	}
}
`

var betweenChanges = map[string][]change{
	"gc_leaking.go": {{"//go:build gc.leaking\n", "//go:build never\n"}},
	"gc_precise.go": {{"//go:build gc.precise\n", "//go:build gc.leaking\n"}},
	"gc_blocks.go": {
		{"//go:build gc.conservative || gc.precise\n", "//go:build gc.leaking\n"},
		{"	var ranGC bool\n", ""},
		{`		if !ranGC {
			// Run the collector and try again.
			freeBytes := runGC()
			ranGC = true
			heapSize := uintptr(metadataStart) - heapStart
			if freeBytes < heapSize/3 {
				// Ensure there is at least 33% headroom.
				// This percentage was arbitrarily chosen, and may need to
				// be tuned in the future.
				growHeap()
			}
			continue
		}

`, ""},
	},
}
