#!/bin/sh
# SPDX-License-Identifier: MIT
# The page of a run, of a Linux process, of both together, of runs side by side, of comparisons and of
# an explanation, in a headless browser. The page must fit at four widths. Every chart must have
# content, every point a description, the script must work, and the browser must report no error.
# BUILD/report-test has a screenshot in dark colours. Invalid input must be refused.
# usage: tests/report/report.sh BUILD
set -u

build=$(realpath "$1")
here=$(realpath "$(dirname "$0")/..")
dir=$build/report-test
RUN_BYTES_MAX=400000     # of a page of one run
PAGE_BYTES_MAX=2000000
TITLE_WORDS_MAX=12
curve=$here/fuzz/corpus/log/curve       # a log with plateaus
. "$here/expect.sh"

bareline()
{
	timeout 1800 "$build/bareline" "$@"
}

# Writes the browser's messages to the file LOG, without those about the host system.
# usage: browse ARGUMENT...
browse()
{
	timeout 600 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
		--disable-dev-shm-usage --allow-file-access-from-files --enable-logging=stderr \
		--user-data-dir="$dir/browser" "$@" 2>"$dir/log"
}

# usage: page_is_valid NAME
page_is_valid()
{
	cp "$here/report/check.html" "$dir"
	browse --virtual-time-budget=600000 --dump-dom "file://$dir/check.html?$1.html" \
		>"$dir/dom" || return 1
	grep CONSOLE "$dir/log" | grep -v 'frame is sandboxed' && return 1
	sed -n '/<pre/,/<\/pre>/p' "$dir/dom"
	grep -q 'done$' "$dir/dom" && ! sed -n '/<pre/,/<\/pre>/p' "$dir/dom" |
		grep -v -e 'done$' -e ': [0-9]* pictures$' -e ': [0-9]* high$' -e '^zoomed: ' -e '^</pre>'
}

# A script or an event handler that got into the page does not run.
refuses_other_scripts()
{
	sed 's|<main|<script>document.title="other"</script><img src=x onerror="document.title=\&quot;other\&quot;"><main|' \
		"$dir/metal.html" >"$dir/injected.html"
	grep -q 'document.title="other".*onerror=' "$dir/injected.html" &&
		browse --virtual-time-budget=60000 --dump-dom "file://$dir/injected.html" >"$dir/dom" &&
		grep -q '<html lang="en" class="script">' "$dir/dom" &&
		! grep -q '<title>other' "$dir/dom" &&
		[ "$(grep -c 'inline .* violates the following Content Security Policy' "$dir/log")" -eq 2 ]
}

takes_dark_screenshot()
{
	browse --window-size=1600,4000 --screenshot="$dir/metal-dark.png" --blink-settings=preferredColorScheme=0 \
		"file://$dir/metal.html" >/dev/null
	[ "$(wc -c <"$dir/metal-dark.png")" -gt 10000 ]
}

# The numbers of a page have no-break spaces. Titles of benchmarks are not findings.
# usage: has_short_findings NAME
has_short_findings()
{
	sed -n 's|^.*<h3>\(.*\)</h3><span class=subject>[^<].*|\1|p' "$dir/$1.html" >"$dir/titles"
	[ -s "$dir/titles" ] && LC_ALL=C awk -v most=$TITLE_WORDS_MAX 'NF > most { print; long = 1 } END { exit long }' "$dir/titles"
}

# usage: check_page NAME RESULT...
check_page()
{
	name=$1
	shift
	expect "the page of $name is written" bareline report --force -o "$dir/$name.html" "$@"
	expect "the page of $name is small" \
		[ "$(wc -c <"$dir/$name.html")" -lt $PAGE_BYTES_MAX ]
	expect "the page of $name is valid" page_is_valid "$name"
}

# usage: refuses PATTERN ARGUMENT...
refuses()
{
	pattern=$1
	shift
	says "$pattern" 2 bareline "$@"
}

draws_text()
{
	bareline plot mem.latency "$dir/metal" >"$dir/text" && grep -q 'working set' "$dir/text" &&
		grep -q 'a load, in instructions' "$dir/text" &&
		[ "$(wc -l <"$dir/text")" -gt 20 ]
}

# usage: looks_right WIDTH
looks_right()
{
	python3 -c '
import sys
lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
assert all(len(line) <= int(sys.argv[2]) and "\033" not in line for line in lines), lines[0]
canvas = "".join(line.partition("│")[2] + line.partition("┤")[2] for line in lines)
assert canvas.strip(), lines[0]' "$dir/text" "$1"
}

# Every fifth chart: its canvas has content, no line exceeds the width, and no chart in a pipe has
# colours.
draws_all_text()
{
	bareline plot --list "$dir/metal" | cut -d ' ' -f 1 | grep -v -e '-network$' |
		awk 'NR % 5 == 1' >"$dir/names"
	[ "$(wc -l <"$dir/names")" -gt 6 ] || return 1
	while read -r picture; do
		for width in 60 80 120; do
			bareline plot --width $width "$picture" "$dir/metal" >"$dir/text" || return 1
			looks_right $width || return 1
		done
	done <"$dir/names"
}

# usage: has PAGE TEXT
has()
{
	grep -qF -e "$2" "$dir/$1.html"
}

draws_two_runs()
{
	bareline plot mem.latency "$dir/metal" "$dir/again" >"$dir/text" &&
		grep -q 'metal, pages of 4 KiB.* again, pages of 4 KiB' "$dir/text"
}

# Charts of two scales are drawn one above the other, each with its name.
draws_both_sides()
{
	bareline plot mem.latency "$dir/metal" "$dir/linux.log" >"$dir/text" &&
		grep -q '  metal: Pointer-chase' "$dir/text" && grep -q '  linux.log: Pointer-chase' "$dir/text" &&
		bareline plot mem.latency "$dir/metal" "$dir/linux.log" -o "$dir/both.png"
}

# usage: draws_file NAME FIRST-BYTES
draws_file()
{
	bareline plot mem.latency "$dir/metal" -o "$dir/$1" && head -c 100 "$dir/$1" | grep -aq "$2"
}

draws_network()
{
	bareline plot "$network" "$dir/metal" -o "$dir/network.svg" &&
		python3 -c 'import sys, xml.dom.minidom as dom; dom.parse(sys.argv[1])' \
			"$dir/network.svg" && grep -q 'class="critical"' "$dir/network.svg"
}

# Checks points and axes of all charts.
# usage: has_one_unit_per_axis NAME CHARTS-AT-LEAST
has_one_unit_per_axis()
{
	/usr/bin/python3 "$here/report/units.py" "$dir/$1.html" "$2"
}

lists_charts()
{
	bareline plot --list "$dir/metal" >"$dir/list" && grep -q "^$network " "$dir/list" &&
		awk '{ match($0, /^[^ ]+ +/); if (NR > 1 && RLENGTH != width) exit 1
			width = RLENGTH }' "$dir/list" &&
		bareline plot --list "$curve" >"$dir/list" && grep -q '^mem.latency ' "$dir/list" &&
		! grep -q '^mem.plateaus ' "$dir/list"
}

rm -rf "$dir"
mkdir -p "$dir"
# Exact, so the page is the same every time. The Linux process has only the host's clock.
sh "$here/shared.sh" "$build" "$dir/metal" run --deterministic -o @ >"$dir/metal.txt" 2>&1
expect 'a run writes a page and names it' grep -q '^Report: .*/report.html' "$dir/metal.txt"
expect 'the page of the run is complete' sh -c 'tail -n 1 "$1" | grep -q "</html>"' sh "$dir/metal/report.html"
timeout 1800 "$build/bareline-linux" -q --samples 5 --duration 300ms -o "$dir/linux.log"

check_page metal "$dir/metal"
check_page linux "$dir/linux.log"
expect 'titles of findings are short' has_short_findings metal
expect 'the page of a run is below 400 KB' [ "$(wc -c <"$dir/metal.html")" -lt $RUN_BYTES_MAX ]
# Like two_bases below, whose page is checked.
expect 'the page of both is written' bareline report --force -o "$dir/both.html" "$dir/metal" "$dir/linux.log"
expect 'a page runs no script but its own' refuses_other_scripts
expect 'a page in dark colours' takes_dark_screenshot
expect 'every chart has one unit per axis' has_one_unit_per_axis metal 20
# A quiet host gives no charts of gaps.
expect 'every chart of Linux has one unit per axis' has_one_unit_per_axis linux 15
expect 'a forced comparison is marked' grep -q 'FORCED though' "$dir/both.html"

# Changes: exact ones, with stages and equal changes, and times with intervals.
changed=$dir/changed.json
python3 "$here/report/change_results.py" "$dir/metal/results.json" "$changed"
for side in base:1 worse:1.05; do
	python3 "$here/formats/make_results.py" "$dir/${side%:*}" 10 ${#side} "${side#*:}"
done
# usage: compares NAME BASE NEW
compares()
{
	says 'new against base: [a-z_.]*.*: +[0-9.]* % (' 1 bareline compare "$2" "$3" --html "$dir/$1.html"
}
expect 'a comparison of instructions has a page' compares change "$dir/metal" "$changed"
expect 'the page of a comparison is valid' page_is_valid change
expect 'the page has the largest regression first' sh -c '
	grep -o "data-ratio=\"[0-9.]*" "$1" | head -n 1 | grep -qx "data-ratio=.1.1[67].*"' sh "$dir/change.html"
expect 'operations with equal changes share a row' \
	[ "$(grep -c 'class="change bad"' "$dir/change.html")" -eq 6 ]
expect 'a comparison of times has a page' compares times "$dir/base" "$dir/worse"
expect 'the page of a comparison of times is valid' page_is_valid times
expect 'a median has its interval' has times 'class="interval new"'

expect 'an explanation has a page' bareline explain -o "$dir/explained" entry.null_syscall
cp "$dir/explained/explain.html" "$dir/explain.html"
expect 'the page of an explanation is valid, and its flame graph has a search' page_is_valid explain

# Several runs side by side: with one scale, and with two.
cp -r "$dir/metal" "$dir/again"
check_page again "$dir/metal" "$dir/again"
expect 'two runs have their curves in one chart' has again '>again, pages of 2 MiB<'
expect 'two runs have a column of key metrics each' has again '>× metal<'
expect "a page of bare metal and another host's Linux is written and named" \
	says "^Report: $dir/two_bases.html" 0 bareline report "$dir/metal" "$dir/linux.log" \
	-o "$dir/two_bases.html"
expect "the page of bare metal and another host's Linux is valid" page_is_valid two_bases
expect 'the page reports two time bases' has two_bases 'notice bad">time bases: differ'
expect 'the page gives the reason for the missing overhead' \
	has two_bases 'notice bad">refused: cost of Linux'
expect 'two runs in one text chart' draws_two_runs
expect 'bare metal and Linux as a text chart in a file' draws_both_sides
expect 'nine runs are refused' refuses '9 runs: a chart shows at most 8' report \
	"$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" \
	"$dir/metal" "$dir/metal" -o "$dir/x.html"

bareline report "$dir/metal" -o "$dir/again.html"
expect 'one run always gives the same page' cmp "$dir/metal.html" "$dir/again.html"
expect 'a chart as text' draws_text
expect 'all charts as text' draws_all_text
expect 'a chart as SVG' draws_file latency.svg '<?xml'
expect 'a chart as PNG' draws_file latency.png PNG
expect 'a chart as PDF' draws_file latency.pdf '^%PDF-'
expect 'a chart of a given size' sh -c '"$1" plot --size 85x60 --no-title --legend inside mem.latency \
	"$2/metal" -o "$2/small.svg" && head -c 300 "$2/small.svg" | grep -q "width=.85mm. height=.60mm."' sh \
	"$build/bareline" "$dir"
expect 'a size without a unit that is known is refused' refuses 'units are mm, cm, in, pt and px' \
	plot --size 85x60ft mem.latency "$dir/metal" -o "$dir/x.svg"
expect 'a size that is too small is refused' refuses 'too small' \
	plot --size 20x20 mem.latency "$dir/metal" -o "$dir/x.svg"
expect 'a size of text is refused' refuses 'apply to files; add -o' \
	plot --size 85x60 mem.latency "$dir/metal"
expect 'a chart as EPS' draws_file latency.eps '^%!PS-Adobe.*EPSF'
network=flow.echo-recorder-on-cpus-1-serial-simulated-network
expect 'a network as SVG' draws_network
expect 'a network as PNG is refused' refuses 'drawn as SVG only' plot $network "$dir/metal" \
	-o "$dir/network.png"
expect 'a network as text is refused' refuses 'drawn as SVG only' plot $network "$dir/metal"
expect 'the list has all charts and no tables' lists_charts
expect 'a table as a chart is refused' refuses 'this table has no chart' plot mem.plateaus "$curve"
expect 'tables as files' bareline report "$dir/metal" -o "$dir/x.html" --csv "$dir/csv"
expect 'the memory curve among the tables' grep -q '^65536,4096,' "$dir/csv/mem.latency.csv"
# usage: writes_tables_alone; -o is not given
writes_tables_alone()
{
	mkdir -p "$dir/alone" && cp -r "$dir/metal" "$dir/alone/run" && tool=$(cd "$build" && pwd)/bareline &&
		(cd "$dir/alone" && "$tool" report run --csv tables) && [ -d "$dir/alone/tables" ] &&
		[ ! -e "$dir/alone/report.html" ]
}
expect 'tables alone, without a page' writes_tables_alone

: >"$dir/empty"
# Reproducible noise, and files that begin like results or records but are neither.
noise=$dir/noise
python3 -c 'import random, sys
sys.stdout.buffer.write(random.Random(1).randbytes(20000))' >"$noise"
printf '@' | cat - "$noise" >"$dir/no-record"
printf '{' | cat - "$noise" >"$dir/no-json"
printf '{"schema": "another-1"}' >"$dir/no-results"
head -c 30000 "$dir/metal/serial.log" >"$dir/truncated"
expect 'an empty file is refused' refuses 'no run found' report "$dir/empty" -o "$dir/x.html"
expect 'noise is refused' refuses 'no run found' report "$noise" -o "$dir/x.html"
expect 'noise after an @ is refused' refuses 'no run found' report "$dir/no-record" -o "$dir/x.html"
expect 'noise after a brace is refused' refuses "$dir/no-json:1: no JSON" report "$dir/no-json" \
	-o "$dir/x.html"
expect 'JSON of another kind is refused' refuses 'not a results file' report "$dir/no-results" \
	-o "$dir/x.html"
expect 'a missing file is refused' refuses 'No such file' report "$dir/none" -o "$dir/x.html"
expect 'an unknown chart is refused' \
	refuses 'no such chart in these results' plot mem.none "$dir/metal"
expect 'a truncated log makes a page' bareline report "$dir/truncated" -o "$dir/truncated.html"
expect 'the page says that the log is truncated' \
	grep -q 'verdict bad"><p><b>Incomplete' "$dir/truncated.html"

sum_up
