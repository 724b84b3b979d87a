#!/bin/sh
# The idle profile in deterministic mode, as the host works it out: no burst without a clock tick,
# one every 10 ms with one of 100 Hz and every 1 ms with one of 1000 Hz, as many as there were
# interrupts, and each caused by the timer. Validation: what the idle loop sees beyond the known
# work is the same for works of any length. Tables and pictures of two runs are the same to the
# byte.
# usage: tests/idle_view.sh BUILD
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

# Columns of runs.csv: 2 bench, 5 kind, 6 tick_hz, 14 gaps, 15 interrupts, 16 bursts.
# usage: must_have_bursts TICK_HZ LEAST
must_have_bursts()
{
	awk -F, -v hz="$1" -v least="$2" '
		$2 == "idle.profile" && $6 == hz && $5 == "poll" {
			runs++
			good += $14 == $15 && $15 == $16 && $16 >= least && (least > 0 || $16 == 0)
		}
		END { exit !(runs > 0 && good == runs) }' "$dir/one-csv/runs.csv" ||
		fail "at $1 Hz bursts and interrupts are not as many:" "$dir/one-csv/runs.csv"
}

# Every two bursts of the run at that rate lie one period apart, to 1 part in 100.
# usage: must_be_periodic TICK_HZ
must_be_periodic()
{
	awk -F, -v hz="$1" '
		FNR == NR {
			if ($2 == "idle.profile" && $6 == hz && $5 == "poll")
				run = $1
			next
		}
		$1 == run && FNR > 1 {
			apart = $2 - last
			if (n++ > 0 && (apart * hz < 0.99e9 || apart * hz > 1.01e9))
				bad++
			if ($4 != "lapic_timer")
				bad++
			last = $2
		}
		END { exit !(n > 1 && bad == 0) }' \
		"$dir/one-csv/runs.csv" "$dir/one-csv/gaps.csv" ||
		fail "at $1 Hz bursts are not a period apart:" "$dir/one-csv/gaps.csv"
}

# The column before the last two, "- work", of the table of trials.
must_agree_on_the_path()
{
	awk '/^One event, measured in three ways/ { in_table = 1; next }
		/^$/ { in_table = 0 }
		in_table && NF == 8 && $1 == 1 { rows++; paths[$6] = 1 }
		END { for (path in paths) count++; exit !(rows >= 3 && count == 1) }' \
		"$dir/one.txt" ||
		fail "the interrupt's path depends on the work:" "$dir/one.txt"
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
