#!/bin/sh
# SPDX-License-Identifier: MIT
# What `bareline collect` brings home of a stick: every run, once, and nothing that is there
# changes.
# usage: tests/collect.sh BUILD
set -u

build=$1
here=$(dirname "$0")
dir=$build/collect-test
. "$here/expect.sh"

collect()
{
	timeout 600 "$build/bareline" collect "$@"
}

rm -rf "$dir"
mkdir -p "$dir/stick/bareline/20260101-000000-pc" "$dir/stick/bareline/20260102-000000-pc" \
	"$dir/empty/bareline"
expect 'a machine is measured' timeout 600 "$build/bareline" run --quiet --bench 'null.*' \
	-o "$dir/metal"
expect 'a Linux process is measured' timeout 600 "$build/bareline-linux" -q --bench 'null.*' \
	--samples 5 -o "$dir/linux.log"
for run in "$dir"/stick/bareline/*; do
	cp "$dir/metal/serial.log" "$run/log.txt"
	: >"$run/summary.txt"
done
cp "$dir/linux.log" "$dir/stick/bareline/20260102-000000-pc/linux.txt"

expect 'reports are named' says "$dir/home/20260102-000000-pc/report.html" 0 \
	collect "$dir/stick" -o "$dir/home"
for run in 20260101-000000-pc 20260102-000000-pc; do
	expect "the log of $run is the stick's" cmp "$dir/metal/serial.log" \
		"$dir/home/$run/serial.log"
	expect "$run has results" grep -q '"complete": true' "$dir/home/$run/results.json"
	expect "$run has a report" grep -q '</html>' "$dir/home/$run/report.html"
done
expect 'the log of Linux is there too' cmp "$dir/linux.log" \
	"$dir/home/20260102-000000-pc-linux/serial.log"
expect 'where Linux measured nothing there is none' test ! -e "$dir/home/20260101-000000-pc-linux"
expect 'another program reads what is there' "$build/bareline" show "$dir/home/20260101-000000-pc"

# usage: with_firmware WORDS: the log, as a loader with these words of its firmware makes it
with_firmware()
{
	PYTHONPATH=$here python3 - "$1" "$dir/metal/serial.log" <<'END' >"$dir/lent.log"
import re, sys, wire_line

for line in open(sys.argv[2], "rb"):
    if line.startswith(b"@manifest "):
        text = line.decode().rsplit(" *", 1)[0][1:]
        line = wire_line.record(re.sub(' firmware="[^"]*"', f" firmware={sys.argv[1]}", text))
    sys.stdout.buffer.write(line)
END
}

with_firmware borrowed
expect 'a report says that the machine was borrowed' says 'UEFI  *borrowed: it stayed in memory' 0 \
	"$build/bareline" show "$dir/lent.log"
with_firmware '"left: firmware=leave"'
expect 'or that its firmware was left, and why' says 'UEFI  *left: firmware=leave' 0 \
	"$build/bareline" show "$dir/lent.log"

# ---- One run alone, and what is no stick ----

run=$dir/stick/bareline/20260102-000000-pc
expect 'a run alone comes by its directory' says "$dir/one/20260102-000000-pc/report.html" 0 \
	collect "$run" -o "$dir/one"
expect 'so it does with a slash behind' says "$dir/one/20260102-000000-pc/report.html" 0 \
	collect "$run/" -o "$dir/one"
expect 'from within it too' says "$dir/one/20260102-000000-pc/report.html" 0 \
	sh -c 'cd "$1" && "$2" collect . -o "$3"' sh "$run" "$(realpath "$build/bareline")" \
	"$(realpath "$dir/one")"
expect 'nothing else does' test ! -e "$dir/one/20260101-000000-pc"
expect 'with what Linux measured' cmp "$dir/linux.log" "$dir/one/20260102-000000-pc-linux/serial.log"
expect 'of an image it is told how to mount it' says 'losetup --find --show --partscan' 2 \
	collect "$run/log.txt" -o "$dir/none"

echo kept >"$dir/home/20260101-000000-pc/results.json"
expect 'what is there already is left alone' collect "$dir/stick" -o "$dir/home"
expect 'and is as it was' grep -q kept "$dir/home/20260101-000000-pc/results.json"
grep -v '@end' "$dir/metal/serial.log" >"$dir/stick/bareline/20260101-000000-pc/log.txt"
expect 'another log of the same name is refused' says 'is another log' 2 \
	collect "$dir/stick" -o "$dir/home"
expect 'and does not replace the first' cmp "$dir/metal/serial.log" \
	"$dir/home/20260101-000000-pc/serial.log"
expect 'a log that lost its end is told of' says INCOMPLETE 0 collect "$dir/stick" -o "$dir/again"

expect 'a stick without runs is told of' says 'holds no run' 2 collect "$dir/empty" -o "$dir/none"
expect 'a directory that is no stick is told of' says 'No such file' 2 \
	collect "$dir/metal" -o "$dir/none"
expect 'nothing was made of either' test ! -e "$dir/none"
echo >"$dir/stick/bareline/20260101-000000-pc/linux-started.txt"
expect 'that Linux was started and left nothing is told of' says 'its records are missing' 0 \
	collect "$dir/stick/bareline/20260101-000000-pc" -o "$dir/missing"
rm "$dir/stick/bareline/20260101-000000-pc/linux-started.txt"
expect 'of a run without Linux nothing like that is' sh -c '! "$1" collect "$2" -o "$3" 2>&1 |
	grep "are missing"' sh "$build/bareline" "$dir/stick/bareline/20260101-000000-pc" "$dir/missing"
mkdir -p "$dir/beside/bareline-2"
cp -r "$dir/stick/bareline/20260102-000000-pc" "$dir/beside/bareline-2"
expect 'runs come that are beside a directory which could not be used' \
	says "$dir/from-beside/20260102-000000-pc/report.html" 0 \
	collect "$dir/beside" -o "$dir/from-beside"
mkdir "$dir/stick/bareline/20260103-000000-pc"
expect 'a run without a log is told of, and the others come' says 'log.txt' 2 \
	collect "$dir/stick" -o "$dir/more"
expect 'they did' test -e "$dir/more/20260102-000000-pc/report.html"
expect 'an output that can not be written is told of' says . 2 collect "$dir/stick" -o /dev/null
sum_up
