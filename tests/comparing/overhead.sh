#!/bin/sh
# SPDX-License-Identifier: MIT
# Linux compared with bare metal on one QEMU machine, in instructions. A kernel must have an
# overhead, only comparable operations may have a ratio, and swapped sides must be refused.
# usage: tests/comparing/overhead.sh BUILD
set -eu

build=$1
dir=$build/overhead

fail()
{
	echo "$1"
	[ $# -lt 2 ] || cat "$2"
	exit 1
}

# usage: must_cost WHAT LEAST MOST
must_cost()
{
	awk -v what="    $1 " -v least="$2" -v most="$3" '
		index($0, what) == 1 && !seen++ {
			split(substr($0, length(what) + 1), cells)
			ratio = cells[1]
		}
		END { exit !(ratio >= least && ratio <= most) }' "$dir/one.txt" ||
		fail "$1: expected a cost of $2 to $3 times bare metal:" "$dir/one.txt"
}

rm -rf "$dir"
mkdir -p "$dir"
# Linux calibrates the local APIC's timer in half the time of a counted boot. determinism.sh checks
# that boots are equal to the byte.
sh tests/shared.sh "$build" "$dir/short" overhead --qemu --deterministic --boots 1 --keep @ \
	--kernel-append nolapic_timer \
	>"$dir/short.txt" 2>"$dir/short.log" ||
		fail 'overhead without a selection of benchmarks failed:' "$dir/short.log"
"$build/bareline" overhead -o "$dir/one.json" --html "$dir/one.html" "$dir/short/metal-1" "$dir/short/linux-1" \
	>"$dir/one.txt" 2>"$dir/one.log" || fail "the comparison failed:" "$dir/one.log"
must_cost 'a null system call' 2 50
must_cost 'a page of memory at its first touch' 1.1 20
must_cost 'a first touch without clearing the page' 4 40

# The page names the time base and the range of ratios, has the key metrics open, and folds every other
# benchmark. Which ratio is the least and the largest depends on the kernel.
grep -q '<h1>In instructions, a system call costs ×.[0-9.]*, a switch ×.[0-9.]*</h1>' "$dir/one.html" ||
	fail 'expected a title with the time base on the page'
grep -q '<b>Exact counts of instructions, not time</b> Linux: [^(]*[0-9] (a [a-z ]*) to [^(]*[0-9] (a [a-z ]*)\.' \
	"$dir/one.html" || fail 'expected a verdict on the page'
grep -q '^  ✓ Instructions, counted exactly' "$dir/one.txt" ||
	fail 'expected the checks of the verdict:' "$dir/one.txt"
sed -n '/<main/,/<h2>Metrics/p' "$dir/one.html" | grep -q 'id="overhead.headlines"' ||
	fail 'expected the key metrics first on the page'
grep -q '<details><summary><h2>Metrics' "$dir/one.html" || fail 'expected folded benchmarks on the page'

# usage: ratios_of BENCHMARK PARAMETER; of its metrics that have the parameter, on both sides
ratios_of()
{
	python3 -c 'import json, sys
for table in json.load(open(sys.argv[1]))["tables"]:
	for row in table["rows"]:
		if row.get("benchmark") == sys.argv[2] and row.get("metal") and row["linux"] \
				and sys.argv[3] in row["point"].split():
			print("a ratio" if row["ratio"] else "none")' "$dir/one.json" "$@" | sort -u
}

[ "$(ratios_of fault.demand_zero ring=3)" = 'a ratio' ] ||
	fail 'expected a ratio of a page given to a page given:' "$dir/one.txt"
[ "$(ratios_of fault.not_present ring=3)" = none ] ||
	fail 'expected no ratio of a page given to an entry written:' "$dir/one.txt"
grep -q '^      Linux only: look-up, allocation, clearing, accounting\. Linux also: ' "$dir/one.txt" ||
	fail 'expected the parts of the difference:' "$dir/one.txt"
! grep 'not declared' "$dir/one.txt" || fail 'undeclared pair'

# A process's timer includes more than the interrupt. A soft interrupt has no counterpart.
python3 - "$dir/one.json" <<'END' || fail 'unexpected interrupts in a process:' "$dir/one.txt"
import json, sys
rows = {row["linux_figure"]: row for table in json.load(open(sys.argv[1]))["tables"]
	if table["name"] == "overhead.interrupts" for row in table["rows"]}
timers = [row for name, row in rows.items() if name.startswith("os.timer")]
assert len(timers) == 2, rows.keys()
for row in timers:
	assert 0 < row["metal"]["value"] < 100 < row["linux"]["value"], row
	assert row["difference"] == row["linux"]["value"] - row["metal"]["value"], row
datagram = rows["os.wake by=datagram cpu=same one_way"]
assert datagram["metal"] is None and datagram["linux"]["value"] > 1000, datagram
END

# Linux's metrics are predicted from both sides; its own run has no models of another kernel.
python3 - "$dir/one.json" "$dir/short/linux-1/results.json" <<'END' || fail 'unexpected predictions:' "$dir/one.txt"
import json, sys
rows = [row for table in json.load(open(sys.argv[1]))["tables"]
	if table["name"] == "overhead.predictions" for row in table["rows"]]
assert len(rows) == 18, len(rows)
for row in rows:
	assert row["base"] > 0 and row["overhead"] > 0, row
	assert abs(row["base"] + row["overhead"] - row["predicted"]) < 1e-6, row
	# Since Linux 6.12 a store clears eight bytes of a stack; of a page, REP STOSB clears one a count.
	most = 2 if row["figure"] == "os.thread_create, stack pooled" else 1.1
	assert 0 < row["predicted"] < most * row["measured"], row
own = json.load(open(sys.argv[2]))["predictions"]
assert {row["bench"] for row in own} == {"cpu.loop", "cpu.read", "cpu.call"}, own
assert not any(row["missing"] for row in own), own
END

# Without a selection of benchmarks, the key metrics are shown, with the way to the others.
grep -q '^    a null system call ' "$dir/short.txt" || fail 'expected the key metrics:' "$dir/short.txt"
! grep -q 'fault\.not_present' "$dir/short.txt" || fail 'expected only a summary:' "$dir/short.txt"
grep -q 'fault\.not_present' "$dir/one.json" || fail 'expected every metric in the file'
for word in Table Page; do
	command=$(sed -n "/^$word: / { s///; s,overhead.html,$dir/&,; p; }" "$dir/short.log")
	[ "$command" ] || fail "missing suggestion of $word:" "$dir/short.log"
	# shellcheck disable=SC2086 # a command with its arguments
	$command >"$dir/$word.txt" 2>&1 || fail "the suggested command fails:" "$dir/$word.txt"
done
grep -q 'fault\.not_present' "$dir/Table.txt" || fail 'expected every metric in the table:' "$dir/Table.txt"

# More parameters than Linux's own command line can hold: the last one arrives. Emulated time, for a
# faster boot of Linux. The same arguments as in keystroke.sh, to share the boot.
events=$(printf 'cycles,%.0s' $(seq 500))tlb
sh tests/shared.sh "$build" "$dir/long" run --accel tcg --linux --bench null.timing --bench input.keystroke \
	--bench idle.validation --append samples=5 --pmc "$events" -o @ >"$dir/long.log" 2>&1 ||
	fail 'a long command line failed:' "$dir/long.log"
grep -q '"bench": *"pmc.itlb_walks"' "$dir/long/results.json" ||
	fail 'expected the end of a long command line in the log:' "$dir/long.log"

status=0
"$build/bareline" overhead "$dir/short/linux-1" "$dir/short/metal-1" >"$dir/swapped.txt" 2>&1 ||
	status=$?
[ $status -eq 2 ] || fail "swapped sides: expected exit status 2, found $status:" "$dir/swapped.txt"
grep -q 'given as metal, but its host is "linux"' "$dir/swapped.txt" ||
	fail "swapped sides: expected a reason:" "$dir/swapped.txt"
