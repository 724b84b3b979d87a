#!/bin/sh
# Two builds of one commit must give one image: builds it in two fresh clones, at two times, under
# two file modes and time zones, and compares. What is not committed is not in it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build()
{
	git clone -q "$root" "$1"
	make -s -C "$1" image >"$scratch/output" 2>&1 || {
		cat "$scratch/output"
		exit 1
	}
}

mkdir "$scratch/elsewhere"
build "$scratch/one"
(umask 077 && TZ=Asia/Tokyo build "$scratch/elsewhere/two")
cmp "$scratch/one/build/bareline.img" "$scratch/elsewhere/two/build/bareline.img"
