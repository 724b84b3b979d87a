#!/bin/sh
# SPDX-License-Identifier: MIT
# What clock.coarse claims, on the bare machine and under Linux, counted in instructions, so that
# the same figures come every time: where chance decides at which point of a clock's step an
# operation begins, the interval holds the TSC's answer, and the error falls as the
# root of the number of operations; locked to the step the estimate is far off.
# usage: tests/coarse.sh BUILD
set -eu

build=$1
dir=$build/coarse

# usage: run NAME ARGUMENT...
run()
{
	name=$1
	shift
	"$build/bareline" run --deterministic --timeout 1800 --bench clock.coarse "$@" -o "$dir/$name" \
		>"$dir/$name.txt" 2>&1 || {
		echo "$name did not run:"
		cat "$dir/$name.txt"
		exit 1
	}
}

# usage: must_hold NAME CLOCK PERIOD_MS
#
# Columns: clock, step_ms, method, operations, seen, estimate, its low and high, tsc, bias, holds, slope.
must_hold()
{
	"$build/bareline" plot clock.coarse --csv "$dir/$1" >"$dir/$1.csv"
	awk -F, -v clock="$2" -v period="$3" '
		$1 != clock || $2 != period { next }
		$3 == "discrete" || $3 == "jittered" {
			good += $7 <= $9 && $9 <= $8 && ($11 == "" || $11 >= 90) && \
				$12 >= -0.6 && $12 <= -0.4
		}
		$3 == "locked" { good += $9 - $6 > 10 * ($8 - $7) / 2 }
		$3 == "loop" { good += $7 <= $9 && $9 <= $8 }
		END { exit good != 4 }' "$dir/$1.csv" || {
		echo "$1: not all four methods do as they should with clock $2, $3 ms:"
		cat "$dir/$1.csv"
		exit 1
	}
}

rm -rf "$dir"
mkdir -p "$dir"
run metal --suite full
must_hold metal tick 1
must_hold metal tick 16
# The full suite would take a minute there, and the quick one is too short for the system's own
# tick.
run linux --linux
must_hold linux tick 1
