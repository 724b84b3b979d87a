#!/bin/sh
# SPDX-License-Identifier: MIT
# `bareline collect` copies every run of a stick once, and changes no existing file.
# usage: tests/stick/collect.sh BUILD
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/collect-test
. "$here/expect.sh"

collect()
{
	timeout 600 "$build/bareline" collect "$@"
}

rm -rf "$dir"
mkdir -p "$dir/stick/bareline/20260101-000000-pc" "$dir/stick/bareline/20260102-000000-pc" \
	"$dir/empty/bareline"
expect 'a run on bare metal' timeout 600 "$build/bareline" run --quiet --bench 'null.*' \
	-o "$dir/metal"
expect 'a run of a Linux process' timeout 600 "$build/bareline-linux" -q --bench 'null.*' \
	--samples 5 -o "$dir/linux.log"
for run in "$dir"/stick/bareline/*; do
	cp "$dir/metal/serial.log" "$run/log.txt"
	: >"$run/summary.txt"
done
cp "$dir/linux.log" "$dir/stick/bareline/20260102-000000-pc/linux.txt"

expect 'reports are named' says "$dir/home/20260102-000000-pc/report.html" 0 \
	collect "$dir/stick" -o "$dir/home"
for run in 20260101-000000-pc 20260102-000000-pc; do
	expect "the log of $run equals the stick's" cmp "$dir/metal/serial.log" \
		"$dir/home/$run/serial.log"
	expect "$run has results" grep -q '"complete": true' "$dir/home/$run/results.json"
	expect "$run has a report" grep -q '</html>' "$dir/home/$run/report.html"
done
expect 'the log of Linux is copied' cmp "$dir/linux.log" \
	"$dir/home/20260102-000000-pc-linux/serial.log"
expect 'a run without Linux has no log of Linux' test ! -e "$dir/home/20260101-000000-pc-linux"
expect 'an independent program reads the copies' \
	"$build/bareline" show "$dir/home/20260101-000000-pc"

# usage: with_firmware WORDS: the log with these firmware parameters of the loader
with_firmware()
{
	PYTHONPATH=$here python3 - "$1" "$dir/metal/serial.log" <<'END' >"$dir/firmware.log"
import re, sys, wire_line

for line in open(sys.argv[2], "rb"):
    if line.startswith(b"@manifest "):
        text = line.decode().rsplit(" *", 1)[0][1:]
        line = wire_line.record(re.sub(' firmware="[^"]*"', f" firmware={sys.argv[1]}", text))
    sys.stdout.buffer.write(line)
END
}

with_firmware kept
expect 'a report names kept boot services' says 'UEFI  *kept: ' 0 \
	"$build/bareline" show "$dir/firmware.log"
with_firmware '"exited: firmware=exit"'
expect 'a report names exited boot services, with the reason' \
	says 'UEFI  *exited: firmware=exit' 0 \
	"$build/bareline" show "$dir/firmware.log"

# ---- A single run, and invalid input ----

run=$dir/stick/bareline/20260102-000000-pc
expect 'a single run is copied by its directory' says "$dir/one/20260102-000000-pc/report.html" 0 \
	collect "$run" -o "$dir/one"
expect 'a trailing slash is accepted' says "$dir/one/20260102-000000-pc/report.html" 0 \
	collect "$run/" -o "$dir/one"
expect 'the current directory is accepted' says "$dir/one/20260102-000000-pc/report.html" 0 \
	sh -c 'cd "$1" && "$2" collect . -o "$3"' sh "$run" "$(realpath "$build/bareline")" \
	"$(realpath "$dir/one")"
expect 'no other directory is copied' test ! -e "$dir/one/20260101-000000-pc"
expect 'the log of Linux is copied too' \
	cmp "$dir/linux.log" "$dir/one/20260102-000000-pc-linux/serial.log"
expect 'for an image, collect explains how to mount it' says 'losetup --find --show --partscan' 2 \
	collect "$run/log.txt" -o "$dir/none"

echo unchanged >"$dir/home/20260101-000000-pc/results.json"
expect 'an existing run is not copied again' collect "$dir/stick" -o "$dir/home"
expect 'the existing run is unchanged' grep -q unchanged "$dir/home/20260101-000000-pc/results.json"
grep -v '@end' "$dir/metal/serial.log" >"$dir/stick/bareline/20260101-000000-pc/log.txt"
expect 'another log of the same name is refused' says 'differs from the stick' 2 \
	collect "$dir/stick" -o "$dir/home"
expect 'the first log is not replaced' cmp "$dir/metal/serial.log" \
	"$dir/home/20260101-000000-pc/serial.log"
expect 'a truncated log is reported' says INCOMPLETE 0 collect "$dir/stick" -o "$dir/again"

expect 'a stick without runs is reported' says 'no runs in this directory' 2 collect "$dir/empty" -o "$dir/none"
expect 'a directory that is not a stick is reported' says 'No such file' 2 \
	collect "$dir/metal" -o "$dir/none"
expect 'no output exists for either' test ! -e "$dir/none"
echo >"$dir/stick/bareline/20260101-000000-pc/linux-started.txt"
expect 'a started Linux without records is reported' says 'records of Linux are missing' 0 \
	collect "$dir/stick/bareline/20260101-000000-pc" -o "$dir/missing"
rm "$dir/stick/bareline/20260101-000000-pc/linux-started.txt"
expect 'a run without Linux is not reported like that' says_nothing_of 'are missing' \
	collect "$dir/stick/bareline/20260101-000000-pc" -o "$dir/without"
mkdir -p "$dir/unreadable/bareline-2"
cp -r "$dir/stick/bareline/20260102-000000-pc" "$dir/unreadable/bareline-2"
expect 'runs next to an unreadable directory are copied' \
	says "$dir/from-unreadable/20260102-000000-pc/report.html" 0 \
	collect "$dir/unreadable" -o "$dir/from-unreadable"
mkdir "$dir/stick/bareline/20260103-000000-pc"
expect 'a run without a log is reported, and the others are copied' says 'no log.txt' 0 \
	collect "$dir/stick" -o "$dir/more"
expect 'the others were copied' test -e "$dir/more/20260102-000000-pc/report.html"

# ---- Power failed while the stick was written ----

run=$dir/failed/bareline/20260103-000000-pc
mkdir -p "$run"
: >"$run/partial.tmp"
for from in "$dir/failed" "$run"; do
	expect "a log that was not written is reported ($from)" \
		says '20260103-000000-pc: no log.txt: power failed' 2 \
		collect "$from" -o "$dir/from-failed"
	expect 'nothing is copied' test ! -e "$dir/from-failed"
done
cp "$dir/metal/serial.log" "$run/partial.tmp"
expect 'a log that was written but not named is copied' \
	says "$dir/from-failed/20260103-000000-pc/report.html" 0 \
	collect "$run" -o "$dir/from-failed"
expect 'the copy is whole' cmp "$dir/metal/serial.log" \
	"$dir/from-failed/20260103-000000-pc/serial.log"
expect 'an unwritable output is reported' says . 2 collect "$dir/stick" -o /dev/null

# ---- Hostile sticks ----

mkdir -p "$dir/hostile/bareline/1" "$dir/hostile/bareline/2" "$dir/hostile/bareline/4" \
	"$dir/hostile/bareline/$(printf 'e\033[31mvil')"
echo private >"$dir/private"
cp "$dir/metal/serial.log" "$dir/outside.log"
ln -s ../../../outside.log "$dir/hostile/bareline/1/log.txt"
mkfifo "$dir/hostile/bareline/2/log.txt"
ln -s "$(realpath "$dir/stick/bareline/20260102-000000-pc")" "$dir/hostile/bareline/3"
truncate -s 2T "$dir/hostile/bareline/4/log.txt"
cp "$dir/metal/serial.log" "$dir/hostile/bareline/$(printf 'e\033[31mvil')/log.txt"
expect 'a linked log is refused' says '1/log.txt: Too many levels of symbolic links' 2 \
	collect "$dir/hostile" -o "$dir/from-hostile"
expect 'so is a pipe' says '2/log.txt: not a regular file' 2 \
	collect "$dir/hostile" -o "$dir/from-hostile"
expect 'so is a linked directory' says '3/log.txt: \(Not a directory\|Too many levels\)' 2 \
	collect "$dir/hostile" -o "$dir/from-hostile"
expect 'so is a large file' says '4/log.txt: larger than 64 MiB' 2 \
	collect "$dir/hostile" -o "$dir/from-hostile"
expect 'a name is printed without escape sequences' says 'e?\[31mvil: skipped' 2 \
	collect "$dir/hostile" -o "$dir/from-hostile"
expect 'nothing of it was copied' test ! -e "$dir/from-hostile"
expect 'nor into a report' says 'Too many levels of symbolic links' 2 \
	collect --report "$dir/hostile" -o "$dir/hostile.tar.gz"

# A file system that is full after some of the files of a run. Nothing remains that looks collected.
fills_the_disk()
{
	[ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null ||
		skip_for 'private mounts need root, and a kernel that allows them' || return
	mkdir -p "$dir/small"
	unshare -m sh -c 'mount -t tmpfs -o size="$1" none "$2/small" || exit
		"$3" collect "$2/stick/bareline/20260102-000000-pc" -o "$2/small/new/home"
		[ $? -eq 3 ] && [ -z "$(ls -A "$2/small")" ]' sh "$1" "$dir" "$build/bareline" \
		>"$dir/small.txt" 2>&1 && grep -q 'No space left on device' "$dir/small.txt" ||
		{ cat "$dir/small.txt"; false; }
}

expect 'a full disk is an error of its own, and leaves nothing' fills_the_disk 8k
expect 'nor after the first files' fills_the_disk 20k

# ---- A report for an issue ----

# A machine with serial numbers in its records. The command names more, and runs in a user's
# directory.
secrets='SECRET-SYSTEM SECRET-BOARD SECRET-ASSET 01234567-89ab-cdef-0123-456789abcdef 52:54:00:ab:cd:ef
	secret-user secret-host'
for value in uuid:01234567-89ab-cdef-0123-456789abcdef serial:SECRET-SYSTEM \
	board-serial:SECRET-BOARD; do
	secrets="$secrets $(printf 'bareline-%s' "$value" | sha256sum | cut -c 1-16)"
done
mkdir -p "$dir/secret-user" "$dir/report"
cp "$build/kernel.elf" "$dir/secret-user"
expect "the records have the machine's serial numbers" \
	timeout 600 "$build/bareline" run --quiet --bench 'null.*' \
	--append serials=yes --image "$dir/secret-user/kernel.elf" -o "$dir/secret-user/run" -- \
	-smbios type=1,serial=SECRET-SYSTEM,uuid=01234567-89ab-cdef-0123-456789abcdef \
	-smbios type=2,product=Board,serial=SECRET-BOARD,asset=SECRET-ASSET \
	-device e1000,mac=52:54:00:ab:cd:ef
sed -i 's/"host_name": "[^"]*"/"host_name": "secret-host"/' "$dir/secret-user/run/manifest.json"
printf 'usb 1-1: SerialNumber: SECRET-SYSTEM of secret-host\n' >>"$dir/secret-user/run/serial.log"

# usage: report FROM [OPTION]...: in the test's own directory
report()
{
	(cd "$dir/report" && timeout 600 "$(realpath "$build/bareline")" collect --report "$@")
}

# usage: has_secrets DIRECTORY: prints the secrets
has_secrets()
{
	found=
	for secret in $secrets; do
		! grep -r -i -a -q -e "$secret" "$1" || found="$found $secret"
	done
	echo "$found"
	[ -n "$found" ]
}

has_no_secrets()
{
	[ -s "$1/run-1/serial.log" ] && ! has_secrets "$1"
}

# The measured values stay, but not the machine's identity.
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
	expect "the original has $secret" grep -r -i -a -q -e "$secret" "$dir/secret-user/run"
done
expect 'a run becomes a report' \
	says 'bareline-report.tar.gz: logs of 1 runs' 0 report "$dir/secret-user/run"
expect 'tar unpacks the report' tar -C "$dir/report" -xzf "$dir/report/bareline-report.tar.gz"
shared=$dir/report/bareline-report/run-1
expect 'the report has log and manifest' test -s "$shared/serial.log" -a -s "$shared/manifest.json"
expect 'the report has none of the injected secrets' \
	has_no_secrets "$dir/report/bareline-report"
expect 'all records have a CRC and their measured values' \
	is_the_same_run "$dir/secret-user/run/serial.log" "$shared/serial.log"
expect 'the model of the machine stays' grep -q 'product="Standard PC' "$shared/serial.log"
expect 'a second report is equal to the byte' sh -c 'cmp "$1" "$2"' sh \
	"$dir/report/bareline-report.tar.gz" "$(report "$dir/secret-user/run" -o again.tar.gz 2>/dev/null
	echo "$dir/report/again.tar.gz")"
expect "the runs of a stick are in one report" \
	says 'logs of 3 runs' 0 report "$dir/stick" -o stick.tar.gz
expect 'bare metal and Linux are side by side' \
	sh -c 'tar -tzf "$1" | grep -q run-2-linux/serial.log' sh \
	"$dir/report/stick.tar.gz"
expect 'a report of a single run' \
	says 'logs of 2 runs' 0 report "$dir/stick/bareline/20260102-000000-pc" -o one.tar.gz
expect 'a report of a log' says 'logs of 1 runs' 0 report "$dir/linux.log" -o log.tar.gz
rm -f "$dir"/report/*.tar.gz
expect 'a directory without a run is reported' says 'no run found' 2 report "$dir/empty"
expect 'a missing directory is reported' says 'No such file' 2 report "$dir/nowhere"
expect 'a file that is not a log is reported' \
	says 'it contains no record' 2 report "$dir/secret-user/kernel.elf"
expect 'no output exists for any of them' test ! -e "$dir/report/bareline-report.tar.gz"
expect 'an unwritable report is an error' says 'none/r.tar.gz' 3 \
	report "$dir/linux.log" -o none/r.tar.gz
sum_up
