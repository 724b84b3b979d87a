#!/bin/sh
# SPDX-License-Identifier: MIT
# Claims of clock.coarse, on bare metal and under Linux, in instructions, so that results repeat. If
# operations begin at random phases of a clock's step, the interval must contain the TSC's answer,
# and the error must fall with the root of the number of operations. If they are locked to the step,
# the estimate must be far off.
# usage: tests/linux/coarse.sh BUILD
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

# For each method, the expected share of the runs behaves as probability predicts.
# usage: must_have_good_runs NAME CLOCK PERIOD_MS RUNS
must_have_good_runs()
{
	"$build/bareline" plot clock.coarse --csv "$dir/$1" >"$dir/$1.csv"
	python3 tests/columns.py clock step_ms method covered slope tsc estimate estimate_low \
		estimate_high <"$dir/$1.csv" |
	awk -F '\t' -v clock="$2" -v period="$3" -v runs="$4" '
		$1 != clock || $2 != period { next }
		{ all++ }
		$3 == "discrete" || $3 == "jittered" {
			good += $8 <= $6 && $6 <= $9 && ($4 == "" || $4 >= 90) && \
				$5 >= -0.6 && $5 <= -0.4
		}
		$3 == "locked" { good += $6 - $7 > 10 * ($9 - $8) / 2 }
		$3 == "loop" { good += $8 <= $6 && $6 <= $9 }
		END { exit good != runs || all != runs }' || {
		echo "$1: expected $4 good runs with clock $2, $3 ms:"
		cat "$dir/$1.csv"
		exit 1
	}
}

rm -rf "$dir"
mkdir -p "$dir"
run metal --suite full
must_have_good_runs metal tick 1 11
must_have_good_runs metal tick 16 4
# The full suite would take a minute there, and the quick suite is too short for the system's own
# tick.
run linux --linux
must_have_good_runs linux tick 1 4
