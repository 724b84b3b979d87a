#!/bin/sh
# SPDX-License-Identifier: MIT
# The idle profile in deterministic mode, on the host. Without a clock tick it must have no bursts;
# with one of 100 Hz, a burst every 10 ms; with one of 1000 Hz, every 1 ms. The number of bursts
# must equal that of interrupts, and each must be caused by the timer. Beyond the known work, the
# idle loop must see the same for every length of work. Tables and charts of two runs must be equal
# to the byte, and a run compared with itself must not differ, nor two boots of one kernel.
# usage: tests/idle/idle_view.sh BUILD
set -eu

build=$1
dir=$build/idle-view

fail()
{
	echo "$1"
	shift
	[ $# -eq 0 ] || cat "$@"
	exit 1
}

# usage: run NAME
run()
{
	"$build/bareline" run --deterministic --timeout 1800 --bench idle.profile --bench idle.validation \
		-o "$dir/$1" >"$dir/$1.log" 2>&1 || fail "the run failed:" "$dir/$1.log"
	"$build/bareline" idle --csv "$dir/$1-csv" --plot "$dir/$1-plot" "$dir/$1" \
		>"$dir/$1.txt" 2>>"$dir/$1.log" || fail "bareline idle failed:" "$dir/$1.log"
}

# A column's number in a table, by name: $(column["gaps"]). Labels contain no commas.
columns='FNR == 1 {
		sub(/\r$/, "")
		for (i = 1; i <= NF; i++)
			column[$i] = i
		next
	}
	{ gsub(/"|\r/, "") }'

# usage: must_have_bursts TICK_HZ LEAST
must_have_bursts()
{
	awk -F, -v hz="$1" -v least="$2" "$columns"'
		$(column["bench"]) == "idle.profile" && $(column["tick_hz"]) == hz &&
				$(column["kind"]) == "poll" {
			gaps = $(column["gaps"])
			runs++
			good += gaps == $(column["interrupts"]) && gaps == $(column["bursts"]) &&
				gaps >= least && (least > 0 || gaps == 0)
		}
		END { exit !(runs > 0 && good == runs) }' "$dir/one-csv/runs.csv" ||
		fail "at $1 Hz expected one burst per interrupt:" "$dir/one-csv/runs.csv"
}

# At that rate, consecutive bursts are one period apart, within 1 %.
# usage: must_be_periodic TICK_HZ
must_be_periodic()
{
	awk -F, -v hz="$1" "$columns"'
		FILENAME ~ /runs.csv/ {
			if ($(column["bench"]) == "idle.profile" && $(column["tick_hz"]) == hz &&
					$(column["kind"]) == "poll")
				run = $(column["number"])
			next
		}
		$(column["number"]) == run {
			start = $(column["start_ticks"])
			apart = start - last
			if (n++ > 0 && (apart * hz < 0.99e9 || apart * hz > 1.01e9))
				bad++
			if ($(column["cause"]) != "lapic_timer")
				bad++
			last = start
		}
		END { exit !(n > 1 && bad == 0) }' \
		"$dir/one-csv/runs.csv" "$dir/one-csv/gaps.csv" ||
		fail "at $1 Hz expected bursts one period apart:" "$dir/one-csv/gaps.csv"
}

# The gap beyond the known work. Without work, another code path runs: it skips the loop.
must_agree_on_the_path()
{
	awk -F, "$columns"'
		$(column["n"]) == 1 && $(column["less_work"]) != "" && $(column["work"]) > 1000 {
			rows++
			paths[$(column["less_work"])] = 1
		}
		END { for (path in paths) count++; exit !(rows >= 3 && count == 1) }' \
		"$dir/one-csv/validation.csv" ||
		fail "expected the same interrupt path for every length of work:" \
			"$dir/one-csv/validation.csv"
}

# Every cause has the same count and time a second in both systems, and both are in each chart.
must_compare()
{
	"$build/bareline" idle --csv "$dir/both-csv" --plot "$dir/both-plot" "$dir/one" "$dir/again" \
		>"$dir/both.txt" 2>"$dir/both.log" || fail "the comparison failed:" "$dir/both.log"
	awk -F, "$columns"'
		FNR > 1 && $(column["system"]) == "again" {
			rows++
			good += $(column["per_second"]) > 0 && $(column["more_per_second"]) == 0
		}
		END { exit !(rows >= 5 && good == rows) }' "$dir/both-csv/gap-causes.csv" ||
		fail "a run differs from itself:" "$dir/both-csv/gap-causes.csv"
	for picture in "$dir"/both-plot/gap-cumulative-*.svg "$dir"/both-plot/profile-*.svg; do
		grep -q '>one<' "$picture" && grep -q '>again<' "$picture" ||
			fail "expected both systems in the chart $picture"
	done
}

# Two boots of one kernel have 17 and 84 gaps. A boot is one sample: two have no interval, and that of
# four and four contains 0.
must_not_differ()
{
	boots=$(dirname "$0")/../corpus/logs/idle-linux
	"$build/bareline" idle --csv "$dir/boots-csv" "$boots-1.log" "$boots-2.log" \
		>"$dir/boots.txt" 2>"$dir/boots.log" || fail "the comparison failed:" "$dir/boots.log"
	awk -F, "$columns"'
		FNR > 1 { gaps[$(column["system"])] = $(column["n"]); low = $(column["more_per_second_low"]) }
		END { exit !(gaps["idle-linux-1.log"] == 17 && gaps["idle-linux-2.log"] == 84 && low == "") }' \
		"$dir/boots-csv/gap-causes.csv" ||
		fail "expected two boots without an interval:" "$dir/boots-csv/gap-causes.csv"
	for boot in first/1:1 first/2:1 first/3:2 first/4:2 other/1:1 other/2:2 other/3:2 other/4:2; do
		mkdir -p "$dir/boots/${boot%:*}"
		cp "$boots-${boot#*:}.log" "$dir/boots/${boot%:*}/serial.log"
	done
	"$build/bareline" idle --csv "$dir/boots-csv" "$dir/boots/first" "$dir/boots/other" \
		>"$dir/boots.txt" 2>"$dir/boots.log" || fail "the comparison failed:" "$dir/boots.log"
	awk -F, "$columns"'
		FNR > 1 { low = $(column["more_per_second_low"]); high = $(column["more_per_second_high"]) }
		END { exit !(low != "" && low <= 0 && high >= 0) }' "$dir/boots-csv/gap-causes.csv" ||
		fail "expected an interval with 0 between boots:" "$dir/boots-csv/gap-causes.csv"
}

rm -rf "$dir"
mkdir -p "$dir"
run one
run again
cmp "$dir/one.txt" "$dir/again.txt"
diff -r "$dir/one-csv" "$dir/again-csv"
diff -r "$dir/one-plot" "$dir/again-plot"
must_have_bursts 0 0
must_have_bursts 100 2
must_have_bursts 1000 20
must_be_periodic 100
must_be_periodic 1000
must_agree_on_the_path
must_compare
must_not_differ
