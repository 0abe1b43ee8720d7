#!/usr/bin/env bash
# Obtains TinyGo, in about a minute: nothing to do where one of at least 0.41 is
# on PATH or was built before; else, on Debian as root, LLVM's packages and
# TinyGo's own Go module, pinned and checked in go.mod and go.sum here, built
# into .tinygo at the root.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../.tinygo
export GOWORK=off GOFLAGS=

# version PROGRAM prints its version, such as 0.41.1.
version() { "$1" version 2>/dev/null | sed -n 's/^tinygo version \([0-9.]*\).*/\1/p'; }

if command -v tinygo >/dev/null; then
  have=$(version tinygo)
  if [ "$(printf '%s\n' 0.41 "$have" | sort -V | head -1)" = 0.41 ]; then
    echo "tinygo $have: on PATH"
    exit 0
  fi
fi
want=$(cd "$here" && go list -m -f '{{.Version}}' github.com/tinygo-org/tinygo)
want=${want#v}
if [ -x "$out/build/tinygo" ] && [ "$(version "$out/build/tinygo")" = "$want" ]; then
  echo "tinygo $want: in .tinygo"
  exit 0
fi

packages=(llvm-19-dev libclang-19-dev clang-19 lld-19 liblld-19-dev libclang-rt-19-dev-wasm32 wasi-libc binaryen gcc g++)
missing=()
for p in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing+=("$p")
done
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "isofront: no TinyGo of at least 0.41 on PATH: install one from https://tinygo.org, or run this on Debian as root, which installs: ${missing[*]}" >&2
    exit 1
  fi
  echo "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

cd "$here"
go mod download github.com/tinygo-org/tinygo # fails unless it matches go.sum
source=$(go list -m -f '{{.Dir}}' github.com/tinygo-org/tinygo)
rm -rf "$out" "$out.new"
cp -r "$source" "$out.new"
chmod -R u+w "$out.new"
mkdir "$out.new/src/net" # a submodule that the Go module lacks; nothing here needs it
cd "$out.new"
echo "building tinygo $want"
CC=clang-19 CXX=clang++-19 go build -tags llvm19 -trimpath -o build/tinygo .
cd "$here"
mv "$out.new" "$out"
"$out/build/tinygo" version
