#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of the host tool against derivations with code of their own: think and wait time, latencies of
# events, gaps of idle loops, tolerances of a fleet, probabilities and verdicts of comparisons, and
# critical paths of networks, some with joins of which neither side waits.
# usage: tests/independent/independent.sh BUILD
set -eu

here=$(dirname "$0")
build=$1
tool=$build/bareline
logs=$here/../corpus/logs
dir=$build/derived

rm -rf "$dir"
mkdir -p "$dir"
derive()
{
	program=$1
	shift
	python3 -B "$here/$program.py" "$@"
}

derive think_wait "$tool" "$logs/editor.log"
for seed in 1 2 3 4; do
	derive think_wait --random $seed "$logs/editor.log" "$dir/random.log"
	derive think_wait "$tool" "$dir/random.log"
done
for log in idle-metal idle-linux-1 idle-linux-2; do
	derive idle "$tool" "$logs/$log.log"
done
cp -R "$logs/room" "$dir/room"  # the tool writes its database there
derive fleet "$tool" "$dir/room"
rm -f "$dir/room/fleet.db"
derive fleet --closer "$dir/room"
derive fleet "$tool" "$dir/room"
derive comparison "$tool" "$logs/timed-pair/base" "$logs/timed-pair/new"
derive comparison "$tool" "$logs/timed-pair/base" "$logs/timed-pair/same"
derive comparison "$tool" "$logs/layouts-pair/base" "$logs/layouts-pair/new"
for seed in 7 8; do
	"$build/flow-generate" --interactions 40 --events 60 --cpus 2 --seed $seed -o "$dir/networks.log"
	derive network "$tool" "$dir/networks.log"
done
