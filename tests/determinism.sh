#!/bin/sh
# SPDX-License-Identifier: MIT
# In deterministic mode two runs must give the same results to the byte: on one CPU, on two, while
# both of the host's cores are busy, and with QEMU's threads delayed at random. What else is selected,
# and so how long the command line is, must make no difference. Interrupts, faults and the timing itself
# must have no spread, calls cost more the more arguments they have, and an event of an interaction
# costs what it may.
# usage: tests/determinism.sh BUILD
set -eu

build=$1
dir=$build/determinism
. "$(dirname "$0")/busy.sh"
trap stop_load EXIT
trap 'exit 130' INT TERM HUP

# usage: run NAME ARGUMENT...
run()
{
	name=$1
	shift
	"$build/bareline" run --deterministic --timeout 1800 "$@" -o "$dir/$name" >"$dir/$name.txt" 2>&1 || {
		cat "$dir/$name.txt"
		exit 1
	}
}

must_agree()
{
	cmp "$dir/$1/results.json" "$dir/$2/results.json"
	cmp "$dir/$1/serial.log" "$dir/$2/serial.log"
}

# usage: must_be_alike NAME NAME GLOB
must_be_alike()
{
	"$build/bareline" compare --bench "$3" "$dir/$1" "$dir/$2" >"$dir/alike.txt" &&
		grep -q ' 0 worse, 0 better, [1-9]' "$dir/alike.txt" || {
		cat "$dir/alike.txt"
		exit 1
	}
}

# A row of the table without spread says so instead of an interval.
must_have_no_spread()
{
	for family in null.timing 'irq.*' 'fault.*'; do
		"$build/bareline" show --all --bench "$family" "$dir/$1" >"$dir/rows.txt"
		awk '/^  for one operation/ { in_rows = 1; next }
			/^[^ ]/ { in_rows = 0 }
			in_rows && /^    .* [0-9.]+ +[0-9.]+ +[0-9.]+ / && !/cold/ {
				rows++
				exact += / exact /
			}
			END { exit !(rows > 0 && rows == exact) }' "$dir/rows.txt" || {
			echo "a figure of $family has spread, or there is none:"
			cat "$dir/rows.txt"
			exit 1
		}
	done
}

# Every argument costs something, by whichever way it is measured.
calls_must_rise()
{
	"$build/bareline" show --bench cpu.call "$dir/$1" >"$dir/calls.txt"
	awk '/^  for one operation/ { two_ways = /subtr/ }
		!two_ways && $1 == "arguments" { calls++; rises += $2 == 0 || $5 > last; last = $5 }
		two_ways && $1 == "cpu.call" { agree += $NF == "agree"; differ += $NF == "differ" }
		END { exit !(calls == 8 && rises == 8 && agree == 8 && differ == 0) }' \
		"$dir/calls.txt" || {
		echo "cpu.call does not rise from 0 to 7 arguments, or its two methods differ:"
		cat "$dir/calls.txt"
		exit 1
	}
}

# usage: event_costs_at_most INSTRUCTIONS RECORDER
event_costs_at_most()
{
	"$build/bareline" show --bench flow.record "$dir/flow" >"$dir/rows.txt"
	awk -v most="$1" -v recorder="$2" '
		$1 == "recorder" && $2 == recorder { seen = 1; median = $5 }
		END { exit !(seen && median <= most) }' "$dir/rows.txt" || {
		echo "an event costs more than $1 instructions with the recorder $2:"
		cat "$dir/rows.txt"
		exit 1
	}
}

rm -rf "$dir"
mkdir -p "$dir"
run one
run two-cpus --cpus 2
run flow --suite flow
run two-cpus-flow --cpus 2 --suite flow
run some --bench null.timing --bench 'flow.*' --bench 'idle.*'
start_load
run one-again
run two-cpus-again --cpus 2
run flow-again --suite flow
stop_load
# Interactions halt thousands of times, and QEMU's threads meet at every halt.
[ -e "$build/jitter.so" ] || { echo "$build/jitter.so is missing: make $build/jitter.so"; exit 1; }
LD_PRELOAD=$build/jitter.so
export LD_PRELOAD
run two-cpus-flow-jittered --cpus 2 --suite flow
unset LD_PRELOAD
must_agree one one-again
must_agree two-cpus two-cpus-again
must_agree flow flow-again
must_agree two-cpus-flow two-cpus-flow-jittered
must_be_alike one some 'flow.*'
must_be_alike one some 'idle.*'
must_have_no_spread one
calls_must_rise one
event_costs_at_most 3 off
event_costs_at_most 40 on
