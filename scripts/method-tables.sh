#!/bin/sh
# SPDX-License-Identifier: MIT
# Measure, in deterministic mode and on both sides, what the tables of docs/methods.md show, and put
# it there. Takes some minutes.
# usage: scripts/method-tables.sh BUILD PAGE
set -eu

build=$1
page=$2
here=$(dirname "$0")
dir=$build/methods

rm -rf "$dir"
mkdir -p "$dir"
for bench in 'null.*' 'cpu.*' 'entry.*' 'os.*' 'fault.*' clock.timer_lateness mem.latency \
		'mem.bandwidth.*'; do
	set -- "$@" --bench "$bench"
done
shift 2
"$build/bareline" overhead --qemu --deterministic --boots 1 --keep "$dir/overhead" \
	-o "$dir/overhead.json" "$@" >"$dir/overhead.txt"
set -- run --deterministic --suite full --bench clock.coarse
"$build/bareline" "$@" -o "$dir/metal" >"$dir/metal.txt"
"$build/bareline" "$@" --linux -o "$dir/linux" >"$dir/linux.txt"
for side in metal linux; do
	"$build/bareline" plot --csv clock.coarse "$dir/$side" >"$dir/$side.csv"
done
awk -f "$here/method-tables.awk" "$dir/overhead.json" side=metal "$dir/metal.csv" \
	side=linux "$dir/linux.csv" side= "$page" >"$dir/page.md"
cp "$dir/page.md" "$page"
