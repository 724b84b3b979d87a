#!/bin/sh
# SPDX-License-Identifier: MIT
# Every output of a log that lost records must begin with the loss, and every judging command must
# fail. The log is of one Linux process, with some records removed.
# usage: tests/formats/loss.sh BUILD
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/loss-test
. "$here/expect.sh"

bareline()
{
	timeout 600 "$build/bareline" "$@"
}

# usage: first_line_has PATTERN COMMAND...
first_line_has()
{
	pattern=$1
	shift
	"$@" >"$dir/output" 2>/dev/null
	head -n 1 "$dir/output" | grep -q -e "$pattern" || { cat "$dir/output"; false; }
}

# A benchmark's records, from its bench record to its done record.
without()
{
	awk -v names="$1" '
		BEGIN { count = split(names, name) }
		/@bench / {
			for (i = 1; i <= count; i++)
				if (index($0, " name=" name[i] " "))
					lost = 1
		}
		!lost
		/@done / { lost = 0 }' "$dir/whole"
}

# The log as sent on a serial port, to a reader that starts late.
# usage: captures LOG
captures()
{
	python3 -c '
import os, pty, subprocess, sys, threading, tty
near, far = pty.openpty()
tty.setraw(far)
reader = subprocess.Popen([sys.argv[1], "capture", "--timeout", "5", "-o", sys.argv[3],
	os.ttyname(far)], stderr=subprocess.PIPE)
output = reader.stderr.readline()
threading.Thread(target=lambda: os.write(near, open(sys.argv[2], "rb").read()), daemon=True).start()
output += reader.communicate(timeout=60)[1]
sys.stdout.write(output.decode())
sys.exit(reader.returncode)' "$build/bareline" "$1" "$dir/captured"
}

rm -rf "$dir"
mkdir -p "$dir"
# A busy host may fail a self-test; a run that is invalid for it would be refused for that.
make_whole()
{
	for try in 1 2 3 4 5 6 7 8; do
		timeout 600 "$build/bareline-linux" -q --bench 'null.*' --bench 'selftest.*' \
			--bench 'cpu.*' -o "$dir/whole" || return 1
		bareline show --strict "$dir/whole" >/dev/null 2>&1 && return
	done
	bareline show "$dir/whole" | head -n 3
	false
}
expect 'a valid run of a Linux process' make_whole
tail -c 3000 "$dir/whole" >"$dir/tail"
head -c 6000 "$dir/whole" >"$dir/head"
awk '!/^@samples / || ++samples != 5' "$dir/whole" >"$dir/one"
without 'cpu.read cpu.call' >"$dir/two"
grep -v '^@manifest' "$dir/whole" >"$dir/nameless"

expect 'a complete log has no losses' \
	first_line_has '^Bareline results$' bareline show "$dir/whole"
for log in tail head one two nameless; do
	expect "show reports the loss: $log" first_line_has 'INCOMPLETE: ' \
		bareline show "$dir/$log"
	expect "JSON has the loss: $log" sh -c '
		"$1" show --json "$2" | grep -q "^ *.title.: .[^\"]*INCOMPLETE: " &&
			"$1" show --ndjson "$2" | grep "\"table\": *\"missing\"" | grep -q INCOMPLETE' \
		sh "$build/bareline" "$dir/$log"
	expect "show --strict fails: $log" says 'INCOMPLETE: ' 1 bareline show --strict "$dir/$log"
	expect "parse fails: $log" says 'INCOMPLETE: ' 1 bareline parse --strict "$dir/$log" -o /dev/null
	expect "compare fails: $log" says 'INCOMPLETE: ' 2 bareline compare "$dir/whole" "$dir/$log"
	expect "compare fails for the other side: $log" \
		says 'INCOMPLETE: ' 2 bareline compare "$dir/$log" "$dir/whole"
	expect "overhead fails: $log" says 'INCOMPLETE: \|record is lost' 2 \
		bareline overhead "$dir/whole" "$dir/$log"
	expect "history refuses it: $log" says 'INCOMPLETE: \|record is lost' 2 \
		bareline history "$dir/whole" "$dir/$log"
	expect "history excludes it: $log" says '^  left out  *1 run: ' 0 \
		bareline history "$dir/$log" "$dir/whole"
	expect "a chart's caption has the loss: $log" says 'INCOMPLETE: ' 0 \
		bareline plot --list "$dir/$log"
	bareline report -o "$dir/$log.html" "$dir/$log"
	expect "the page's verdict has the loss: $log" \
		grep -q '^<div class="verdict bad"><p><b>\(Incomplete\|Invalid\)</b> [a-z0-9]' "$dir/$log.html"
	bareline parse "$dir/$log" -o "$dir/$log.json" 2>/dev/null
	expect "results.json has the loss: $log" \
		says 'INCOMPLETE: ' 1 bareline show --strict "$dir/$log.json"
	expect "show of results.json begins with the loss: $log" first_line_has 'INCOMPLETE: ' \
		bareline show "$dir/$log.json"
	expect "an export warns: $log" says 'INCOMPLETE: ' 0 \
		bareline export --format ndjson "$dir/$log" -o "$dir/$log.ndjson"
	expect "every exported line has the loss: $log" \
		sh -c '[ -e "$1" ] && ! grep -v "\"complete\":false" "$1"' sh \
		"$dir/$log.ndjson"
done

expect 'a missing benchmark is named' says 'missing: cpu.read, cpu.call' 0 \
	bareline show "$dir/two"
expect 'a missing benchmark is named in a refused comparison' \
	says 'missing: cpu.read' 2 \
	bareline compare "$dir/whole" "$dir/two"
expect 'a forced comparison fails' says 'missing' 1 bareline compare --force "$dir/whole" "$dir/two" \
	--junit "$dir/forced.xml"
expect 'a forced comparison begins with the loss' first_line_has 'base: INCOMPLETE: ' \
	bareline compare --force "$dir/whole" "$dir/two"
expect 'each missing metric is a failure' grep -q '<failure message="missing' "$dir/forced.xml"
expect 'several runs are as strict as one' says 'INCOMPLETE: ' 1 \
	bareline show --strict --force --runs "$dir/whole" "$dir/one"
expect 'several runs begin with the loss' first_line_has 'INCOMPLETE: ' \
	bareline show --force --runs "$dir/whole" "$dir/one"
expect 'complete logs pass, or are refused for another reason' sh -c '
	"$1" show --strict --force --runs "$2" "$2" >"$2.shown"; [ $? -eq $3 ] && [ -s "$2.shown" ]' sh "$build/bareline" \
	"$dir/whole" "$(bareline show --strict "$dir/whole" >/dev/null; echo $?)"
expect 'capture reads a program, which has a terminal, and ends it' timeout 60 "$build/bareline" \
	capture -o "$dir/program" -- sh -c 'test -t 0 && test -t 1 && cat "$1" && sleep 600' sh "$dir/whole"
expect 'the log of the program is whole' cmp "$dir/whole" "$dir/program/serial.log"
expect 'only the name of the program is stored' grep -q '"device": "sh"' "$dir/program/manifest.json"
expect 'a program that ends early is reported' says 'true: ended before the run did' 1 \
	"$build/bareline" capture -o "$dir/program-ends" -- true
expect 'a program that does not exist is reported' says 'no-such: No such file' 2 \
	"$build/bareline" capture -o "$dir/program-none" -- ./no-such
expect 'a port and a program are refused' says 'give a serial port, or' 2 \
	"$build/bareline" capture /dev/null -- true
expect 'a run captured too late fails' says 'the run is \(INCOMPLETE\|invalid\): ' 1 \
	captures "$dir/tail"
rm -r "$dir/captured"
expect 'a run with a lost record fails' says 'the run is \(INCOMPLETE\|invalid\): ' 1 \
	captures "$dir/one"
sum_up
