#!/bin/sh
# SPDX-License-Identifier: MIT
# Compare the memory model with cachegrind. The addresses of a program, traced by valgrind's lackey,
# go through the model's caches, and the program runs in cachegrind with the same geometry. In
# cachegrind's arrangement, all misses must be equal. In the model's own arrangement, the misses of
# accesses within one line must be equal. Counting makes the test independent of the host.
# usage: tests/memory/cachegrind.sh BUILD
set -eu

build=$(cd "$1" && pwd)
dir=$build/cachegrind

fail()
{
	echo "$1"
	shift
	[ $# -eq 0 ] || cat "$@"
	exit 1
}

# The output of cachegrind: events of instructions, reads and writes, each with its misses.
# usage: of_cachegrind OPTION...
of_cachegrind()
{
	env -i valgrind --tool=cachegrind --cache-sim=yes "$@" --cachegrind-out-file="$dir/out" \
		"$build/memory-walks" >"$dir/valgrind.txt" 2>&1 || fail 'cachegrind failed' "$dir/valgrind.txt"
	awk '$1 == "summary:" {
		printf "I1 %d D1 %d LLi %d LLd %d\n", $3, $6 + $9, $4, $7 + $10
	}' "$dir/out"
}

# usage: compare GEOMETRY CACHEGRIND-OPTION...
compare()
{
	geometry=$1
	shift
	wanted=$(of_cachegrind "$@")
	"$build/memory-replay" "$geometry" all <"$dir/trace.txt" >"$dir/all.txt"
	"$build/memory-replay" "$geometry" single <"$dir/trace.txt" >"$dir/single.txt"
	echo "$geometry: cachegrind $wanted"
	cat "$dir/all.txt"
	[ -n "$wanted" ] && grep -qx "as-cachegrind $wanted" "$dir/all.txt" ||
		fail "expected the same misses in the model's caches"
	[ "$(grep -c "$(sed -n 's/^as-ours //p' "$dir/single.txt")" "$dir/single.txt")" = 2 ] ||
		fail 'expected the same misses of accesses within one line' "$dir/single.txt"
}

rm -rf "$dir"
mkdir -p "$dir"
env -i valgrind --tool=lackey --basic-counts=no --trace-mem=yes --log-file="$dir/trace.txt" \
	"$build/memory-walks" >"$dir/valgrind.txt" 2>&1 || fail 'lackey failed' "$dir/valgrind.txt"

compare l1i=1K/2,l1d=4K/4,l2=none,llc=32K/8 --I1=1024,2,64 --D1=4096,4,64 --LL=32768,8,64
compare l1i=2K/1,l1d=2K/1,l2=none,llc=16K/16 --I1=2048,1,64 --D1=2048,1,64 --LL=16384,16,64
compare l1i=4K/4/32,l1d=8K/8/32,l2=none,llc=128K/4/32 --I1=4096,4,32 --D1=8192,8,32 --LL=131072,4,32
