#!/bin/sh
# What clock.coarse claims, on the bare machine and under Linux, counted in instructions, so that
# the same figures come every time: where chance decides at which point of a clock's step an
# operation begins, nearly all of the intervals hold the TSC's answer, and the error falls as the
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
# A row: clock, period, "ms", method, operations, seen, estimate, low, "-", high, TSC, bias, and of
# what is repeated holds and slope.
must_hold()
{
	awk -v clock="$2" -v period="$3" '
		$1 != clock || $2 != period || $3 != "ms" || $9 != "-" { next }
		$4 == "discrete" || $4 == "jittered" {
			good += $13 >= 90 && $14 >= -0.6 && $14 <= -0.4
		}
		$4 == "locked" { good += $11 - $7 > 10 * ($10 - $8) / 2 }
		$4 == "loop" { good += $8 <= $11 && $11 <= $10 }
		END { exit good != 4 }' "$dir/$1.txt" || {
		echo "$1: not all four methods do as they should with clock $2, $3 ms:"
		cat "$dir/$1.txt"
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
