#!/bin/sh
# SPDX-License-Identifier: MIT
# The page of a run, of a Linux process, of the two together and of runs side by side, in a browser
# without a window: it fits at three widths, every picture has something in it, every point says what it is, and the
# browser has no error to tell. Screenshots are left in BUILD/report-test.
# And what is no run is refused.
# usage: tests/report.sh BUILD
set -u

build=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
dir=$build/report-test
PAGE_BYTES_MAX=2000000
curve=$here/fuzz/corpus/log/curve       # a log that has plateaus
. "$here/expect.sh"

bareline()
{
	timeout 1800 "$build/bareline" "$@"
}

# What a browser says goes to the file LOG, but for what is the system's it runs on.
# usage: browse ARGUMENT...
browse()
{
	timeout 600 chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
		--disable-dev-shm-usage --allow-file-access-from-files --enable-logging=stderr \
		--user-data-dir="$dir/browser" "$@" 2>"$dir/log"
}

# usage: page_is_sound NAME
page_is_sound()
{
	cp "$here/report/check.html" "$dir"
	browse --dump-dom "file://$dir/check.html?$1.html" >"$dir/dom" || return 1
	grep CONSOLE "$dir/log" && return 1
	sed -n '/<pre/,/<\/pre>/p' "$dir/dom"
	grep -q '^done' "$dir/dom" && ! sed -n '/<pre/,/<\/pre>/p' "$dir/dom" |
		grep -v -e '^done' -e ': [0-9]* pictures$' -e '^</pre>'
}

# usage: shoot NAME WIDTH HEIGHT SUFFIX ARGUMENT...
shoot()
{
	name=$1
	size=$2,$3
	picture=$dir/$1-$2$4.png
	shift 4
	browse --window-size="$size" --screenshot="$picture" "$@" \
		"file://$dir/$name.html" >/dev/null
	[ "$(wc -c <"$picture")" -gt 10000 ]
}

# usage: check_page NAME RESULT...
check_page()
{
	name=$1
	shift
	expect "the page of $name is written" bareline report --force -o "$dir/$name.html" "$@"
	expect "the page of $name is small" \
		[ "$(wc -c <"$dir/$name.html")" -lt $PAGE_BYTES_MAX ]
	expect "the page of $name is sound" page_is_sound "$name"
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

# Of all one in five: each has something on its canvas, no line is longer than the width, and none
# has colours in a pipe.
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

# Of two scales, and so one below the other, whose each is named.
draws_metal_and_linux()
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

# Of points and axes of all pictures.
# usage: has_one_unit_an_axis NAME
has_one_unit_an_axis()
{
	/usr/bin/python3 "$here/report/units.py" "$dir/$1.html" 20
}

lists_pictures()
{
	bareline plot --list "$dir/metal" >"$dir/list" && grep -q "^$network " "$dir/list" &&
		awk '{ match($0, /^[^ ]+ +/); if (NR > 1 && RLENGTH != width) exit 1
			width = RLENGTH }' "$dir/list" &&
		bareline plot --list "$curve" >"$dir/list" && grep -q '^mem.latency ' "$dir/list" &&
		! grep -q '^mem.plateaus ' "$dir/list"
}

rm -rf "$dir"
mkdir -p "$dir"
# Exact, and so the same page every time. The process has no clock but the host's.
bareline run --deterministic --timeout 1800 \
	--bench 'null.*' --bench 'selftest.*' --bench 'mem.*' --bench 'entry.*' \
	--bench 'irq.self_ipi' --bench 'fault.*' --bench 'os.*' --bench 'clock.*' \
	--bench 'idle.profile' --bench 'input.keystroke' --bench 'flow.echo' \
	-o "$dir/metal" >"$dir/metal.txt" 2>&1
expect 'a run leaves a page and names it' grep -q "^Report: $dir/metal/report.html" "$dir/metal.txt"
timeout 1800 "$build/bareline-linux" -q --samples 5 -o "$dir/linux.log"

check_page metal "$dir/metal"
check_page linux "$dir/linux.log"
check_page both "$dir/metal" "$dir/linux.log"
expect 'a page, as a picture' shoot metal 1600 4000 ''
expect 'a page, dark' shoot metal 1600 4000 -dark --blink-settings=preferredColorScheme=0
expect 'a page, small' shoot metal 500 4000 ''
expect 'every picture has one unit an axis' has_one_unit_an_axis metal
expect 'and so has every one of Linux' has_one_unit_an_axis linux
expect 'a forced comparison says so' grep -q 'FORCED though' "$dir/both.html"

# Several runs side by side: of one scale, and of two.
cp -r "$dir/metal" "$dir/again"
check_page again "$dir/metal" "$dir/again"
expect 'two runs have their curves in one picture' has again '>again, pages of 2 MiB<'
expect 'and the most wanted figures a column each' has again '>× metal<'
expect 'a page of metal and of Linux elsewhere is written, and named' \
	says "^Report: $dir/beside.html" 0 bareline report "$dir/metal" "$dir/linux.log" \
	-o "$dir/beside.html"
expect 'the page of metal and of Linux elsewhere is sound' page_is_sound beside
expect 'which says that their time bases are two' has beside 'notice bad">time bases: differ'
expect 'and why it does not show the cost of Linux' has beside 'notice bad">refused: cost of Linux'
expect 'two runs in one picture of characters' draws_two_runs
expect 'metal and Linux as characters, and in a file' draws_metal_and_linux
expect 'nine runs are refused' refuses '9 runs: a chart shows at most 8' report \
	"$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" "$dir/metal" \
	"$dir/metal" "$dir/metal" -o "$dir/x.html"

bareline report "$dir/metal" -o "$dir/again.html"
expect 'the same run makes the same page' cmp "$dir/metal.html" "$dir/again.html"
expect 'a picture as text' draws_text
expect 'all pictures as text' draws_all_text
expect 'a picture as SVG' draws_file latency.svg '<?xml'
expect 'a picture as PNG' draws_file latency.png PNG
expect 'a picture as PDF' draws_file latency.pdf '^%PDF-'
expect 'a picture as EPS' draws_file latency.eps '^%!PS-Adobe.*EPSF'
network=flow.echo-recorder-on-cpus-1-serial-simulated-network
expect 'a network as SVG' draws_network
expect 'a network as PNG is refused' refuses 'drawn as SVG only' plot $network "$dir/metal" \
	-o "$dir/network.png"
expect 'a network as text is refused' refuses 'drawn as SVG only' plot $network "$dir/metal"
expect 'what can be drawn is listed, and no table' lists_pictures
expect 'a table is no picture' refuses 'this table has no chart' plot mem.plateaus "$curve"
expect 'tables as files' bareline report "$dir/metal" -o "$dir/x.html" --csv "$dir/csv"
expect 'the memory curve among them' grep -q '^65536,4096,' "$dir/csv/mem.latency.csv"

: >"$dir/empty"
# Noise, the same every time, and what begins as results or a record do and is neither.
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
expect 'JSON of something else is refused' refuses 'not a results file' report "$dir/no-results" \
	-o "$dir/x.html"
expect 'a missing file is refused' refuses 'No such file' report "$dir/none" -o "$dir/x.html"
expect 'an unknown picture is refused' refuses 'no such chart in these results' plot mem.none "$dir/metal"
expect 'a truncated log makes a page' bareline report "$dir/truncated" -o "$dir/truncated.html"
expect 'which says so' grep -q 'badge bad">incomplete' "$dir/truncated.html"

sum_up
