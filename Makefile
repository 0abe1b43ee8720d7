# make serve   builds the site on the bundled figures and serves it on 127.0.0.1:8080
# make test    runs the tests: native, js/wasm, Chromium
# make edge    builds the Cloudflare Worker: the same site and /api/
# make tinygo  obtains the compiler of the small release build

GO        ?= go
ADDR      ?= 127.0.0.1:8080
SITE      ?= dist/site
EDGE      ?= dist/edge
FUZZTIME  ?= 20s
JS_EXEC    = $(shell $(GO) env GOROOT)/lib/wasm/go_js_wasm_exec
WASM_TESTS = ./core/... ./data ./data/wire ./data/query ./data/importer ./data/audit ./data/requests ./data/synth ./data/embed ./data/msgpack ./data/command ./data/api
GENERATED  = find . -path ./node_modules -prune -o -path ./.tinygo -prune -o -path ./dist -prune -o \( -name '*_gen.go' -o -path ./wasm/host/wire.ts \) -print

# Some steps rewrite what others read.
.NOTPARALLEL:

.PHONY: deps deps-node deps-browser deps-engines test-engines tinygo gen site serve edge test test-native test-wasm test-tinygo fuzz bench size \
        check check-fmt check-vet check-types check-gen clean

# --- what the rest needs ---

deps: deps-node deps-browser
	$(GO) mod download

deps-node: node_modules/.package-lock.json

node_modules/.package-lock.json: package.json package-lock.json
	@command -v npm >/dev/null || { echo "isofront: npm is missing: install Node.js 20 or newer" >&2; exit 1; }
	npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Tests drive a real browser: the one that is there, or Debian's when we may install it.
deps-browser:
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || command -v google-chrome-stable >/dev/null || command -v chrome >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-liberation; \
	else echo "isofront: no Chromium or Chrome found: install one (Debian: apt-get install chromium)" >&2; exit 1; fi

# Firefox, WebKit and what they need to run without a screen.
deps-engines:
	@if command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && { command -v firefox-esr || command -v firefox; } >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb locales fonts-liberation; \
	else echo "isofront: test-engines needs Firefox, WebKitWebDriver and Xvfb (Debian: firefox-esr webkit2gtk-driver xvfb)" >&2; exit 1; fi
	@locale -a 2>/dev/null | grep -qi 'en_US.utf-\?8' || localedef -i en_US -f UTF-8 en_US.UTF-8

# The compiler of the release build, into .tinygo unless there is one on PATH.
tinygo:
	build/tinygo/get.sh

# --- building ---

gen:
	$(GO) generate ./...
	$(GENERATED) | grep '_gen.go$$' | xargs gofmt -w

site: deps-node
	$(GO) run ./build site -o $(SITE)

edge: deps-node
	$(GO) run ./build edge -o $(EDGE)

serve: deps-node
	$(GO) run ./build serve --addr $(ADDR)

# --- tests ---

test: deps test-native test-wasm

test-native:
	$(GO) test -timeout 30m ./...

# The same core tests, under js/wasm in Node.
test-wasm:
	GOOS=js GOARCH=wasm $(GO) test -exec $(JS_EXEC) $(WASM_TESTS)

# The page in Firefox and WebKit.
test-engines: deps-node deps-engines
	$(GO) test -tags engines -count=1 ./build/engines

# The release build: the core's tests, those of each module against native Go, large
# files too, and those of the whole page, on what TinyGo builds.
test-tinygo: deps tinygo
	$(GO) test -tags tinygotest -count=1 -timeout 60m ./build/tinygotest
	ISOFRONT_COMPILER=tinygo $(GO) test ./wasm
	ISOFRONT_COMPILER=tinygo $(GO) test -tags tinygotest -timeout 30m -run 'Module|LargeFiles' ./wasm/ingest ./wasm/audit
	ISOFRONT_COMPILER=tinygo $(GO) test -timeout 60m ./build/browsertest

# Every fuzz target for a while: make fuzz FUZZTIME=5m. Shortening each input that
# reaches new code would take most of that while.
fuzz:
	@for pkg in $$($(GO) list ./...); do \
	  for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 2s $$pkg || exit 1; \
	  done; \
	done

# All that is compared in one run, into BENCH.txt, then each package by itself.
bench: deps-node
	ISOFRONT_BENCH_TXT=$(CURDIR)/build/sidebyside/BENCH.txt $(GO) test -run '^$$' -bench . -benchtime 1x -timeout 60m ./build/sidebyside
	$(GO) test -run '^$$' -bench . -benchtime 200ms ./core/... ./data/... ./wasm/...
	$(GO) test -run '^$$' -bench Warm -benchtime 2000x ./build/edgetest
	$(GO) test -run '^$$' -bench Cold -benchtime 10x ./build/edgetest

size: deps-node
	$(GO) run ./build site -o $(SITE) --weights
	$(GO) run ./build check $(SITE)

# --- what a change must satisfy ---

check: check-fmt check-vet check-types check-gen size

check-fmt:
	@bad=$$(gofmt -l build core data site wasm); \
	if [ -n "$$bad" ]; then echo "not gofmt-clean: $$bad" >&2; exit 1; fi

check-vet:
	$(GO) vet ./...
	GOOS=js GOARCH=wasm $(GO) vet ./site ./wasm/edge ./core/... ./data/wire ./data/query ./data/command ./data/api
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./wasm ./wasm/ingest ./wasm/audit ./wasm/modules/...
	GOOS=js GOARCH=wasm $(GO) vet -tags offline ./site
	$(GO) vet -tags engines ./build/engines
	$(GO) vet -tags tinygotest ./build/tinygotest ./wasm/ingest ./wasm/audit
	$(GO) tool staticcheck $$($(GO) list ./... | grep -v /site$$)
	static=$$($(GO) tool -n staticcheck) && GOOS=js GOARCH=wasm $$static ./wasm/edge
	$(GO) tool staticcheck -checks inherit,-U1000 ./site # what only the script calls looks unused
	$(GO) mod tidy -diff

check-types: deps-node
	node_modules/.bin/tsc --noEmit

check-gen:
	@before=$$($(GENERATED) | sort | xargs sha256sum); $(MAKE) --no-print-directory gen >/dev/null || exit 1; \
	after=$$($(GENERATED) | sort | xargs sha256sum); \
	if [ "$$before" != "$$after" ]; then echo "generated files were out of date; they are up to date now" >&2; exit 1; fi

clean:
	rm -rf dist node_modules
