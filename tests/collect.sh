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

with_firmware kept
expect 'a report says that boot services were kept' says 'UEFI  *kept: ' 0 \
	"$build/bareline" show "$dir/lent.log"
with_firmware '"exited: firmware=exit"'
expect 'or that they were exited, and why' says 'UEFI  *exited: firmware=exit' 0 \
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
expect 'another log of the same name is refused' says 'differs from the stick' 2 \
	collect "$dir/stick" -o "$dir/home"
expect 'and does not replace the first' cmp "$dir/metal/serial.log" \
	"$dir/home/20260101-000000-pc/serial.log"
expect 'a log that lost its end is told of' says INCOMPLETE 0 collect "$dir/stick" -o "$dir/again"

expect 'a stick without runs is reported' says 'no runs in this directory' 2 collect "$dir/empty" -o "$dir/none"
expect 'a directory that is no stick is told of' says 'No such file' 2 \
	collect "$dir/metal" -o "$dir/none"
expect 'nothing was made of either' test ! -e "$dir/none"
echo >"$dir/stick/bareline/20260101-000000-pc/linux-started.txt"
expect 'a started Linux without records is reported' says 'records of Linux are missing' 0 \
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

# ---- A report, to attach to an issue ----

# A machine with serial numbers that says them, booted from a user's directory by a command that names more.
secrets='PLANTED-SYSTEM PLANTED-BOARD PLANTED-ASSET 01234567-89ab-cdef-0123-456789abcdef 52:54:00:ab:cd:ef
	planted-user planted-host'
mkdir -p "$dir/planted-user" "$dir/report"
cp "$build/kernel.elf" "$dir/planted-user"
expect 'a machine says its serial numbers' timeout 600 "$build/bareline" run --quiet --bench 'null.*' \
	--append serials=yes --image "$dir/planted-user/kernel.elf" -o "$dir/planted-user/run" -- \
	-smbios type=1,serial=PLANTED-SYSTEM,uuid=01234567-89ab-cdef-0123-456789abcdef \
	-smbios type=2,product=Board,serial=PLANTED-BOARD,asset=PLANTED-ASSET \
	-device e1000,mac=52:54:00:ab:cd:ef
sed -i 's/"host_name": "[^"]*"/"host_name": "planted-host"/' "$dir/planted-user/run/manifest.json"
printf 'usb 1-1: SerialNumber: PLANTED-SYSTEM of planted-host\n' >>"$dir/planted-user/run/serial.log"

# usage: report FROM [OPTION]...: in a directory of the test's own
report()
{
	(cd "$dir/report" && timeout 600 "$(realpath "$build/bareline")" collect --report "$@")
}

# usage: has_secrets DIRECTORY: says which
has_secrets()
{
	found=
	for secret in $secrets; do
		! grep -r -i -a -q -e "$secret" "$1" || found="$found $secret"
	done
	echo "$found"
	[ -n "$found" ]
}

# What was measured is the same, though not what told the machine.
is_the_same_run()
{
	"$build/bareline" parse --strict -o "$dir/before.json" "$1" &&
		"$build/bareline" parse --strict -o "$dir/after.json" "$2" && python3 - "$dir" <<'END'
import json, sys

before, after = (json.load(open(f"{sys.argv[1]}/{name}.json")) for name in ("before", "after"))
assert before["validity"] == after["validity"] and before["benchmarks"] == after["benchmarks"]
assert all(before["account"][name] == count for name, count in after["account"].items() if name != "bytes")
END
}

build=$(realpath "$build")
dir=$(realpath "$dir")
for secret in $secrets; do
	expect "before, $secret is there" grep -r -i -a -q -e "$secret" "$dir/planted-user/run"
done
expect 'a run becomes a report' says 'bareline-report.tar.gz: logs of 1 runs' 0 report "$dir/planted-user/run"
expect 'which tar unpacks' tar -C "$dir/report" -xzf "$dir/report/bareline-report.tar.gz"
shared=$dir/report/bareline-report/run-1
expect 'with log and manifest' test -s "$shared/serial.log" -a -s "$shared/manifest.json"
expect 'and none of what was planted' exits_with 1 has_secrets "$dir/report/bareline-report"
expect 'all its records are signed, and say what was measured' \
	is_the_same_run "$dir/planted-user/run/serial.log" "$shared/serial.log"
expect 'what machine it is stays' grep -q 'product="Standard PC' "$shared/serial.log"
expect 'a second one is the same to the byte' sh -c 'cmp "$1" "$2"' sh \
	"$dir/report/bareline-report.tar.gz" "$(report "$dir/planted-user/run" -o again.tar.gz 2>/dev/null
	echo "$dir/report/again.tar.gz")"
expect "a stick's runs are in one" says 'logs of 3 runs' 0 report "$dir/stick" -o stick.tar.gz
expect 'the metal and Linux side by side' sh -c 'tar -tzf "$1" | grep -q run-2-linux/serial.log' sh \
	"$dir/report/stick.tar.gz"
expect 'one run of it is' says 'logs of 2 runs' 0 report "$dir/stick/bareline/20260102-000000-pc" -o one.tar.gz
expect 'so is a log' says 'logs of 1 runs' 0 report "$dir/linux.log" -o log.tar.gz
rm -f "$dir"/report/*.tar.gz
expect 'a directory without a run is reported' says 'no run found' 2 report "$dir/empty"
expect 'one that is not there is' says 'No such file' 2 report "$dir/nowhere"
expect 'a file that is no log is' says 'it contains no record' 2 report "$dir/planted-user/kernel.elf"
expect 'nothing was written of any' test ! -e "$dir/report/bareline-report.tar.gz"
expect 'a report that can not be written is told of' says 'none/r.tar.gz' 3 \
	report "$dir/linux.log" -o none/r.tar.gz
sum_up
