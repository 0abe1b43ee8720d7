// TinyGo as get.sh builds it where there is none: a module of its own, so that
// its version and checksums are pinned here and no build of isofront loads it.
module github.com/isofront/isofront/build/tinygo

go 1.26

require github.com/tinygo-org/tinygo v0.41.1
