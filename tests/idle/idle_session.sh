#!/bin/sh
# SPDX-License-Identifier: MIT
# One session under two kernels: the downloaded one, and the same in a package with a compressed
# module. Twice the same output. A kernel without its module is an error. A presenter, counted with a
# disk in Linux's memory. Both that save, in real time, with bare metal too: the disk is a scratch disk
# without an option for it. Work during an idle loop, with and without real-time priority.
# usage: tests/idle/idle_session.sh BUILD
set -eu

build=$1
dir=$build/idle-session-test
rm -rf "$dir"
mkdir -p "$dir"

fail()
{
	echo "idle session: $1"
	cat "$dir"/*.txt "$dir"/*.err
	exit 1
}

# The kernel's version, which names the directory of its modules: Linux,
# Documentation/arch/x86/boot.rst, "kernel_version".
version=$(python3 -c 'import sys
image = open(sys.argv[1], "rb").read()
at = int.from_bytes(image[0x20e:0x210], "little") + 0x200
print(image[at:image.index(b" ", at)].decode())' "$build/linux/vmlinuz")

# usage: package NAME: a kernel in an unpacked package without modules
package()
{
	mkdir -p "$dir/$1/boot" "$dir/$1/lib/modules/$version/kernel/drivers/input" \
		"$dir/$1/lib/modules/$version/kernel/drivers/block"
	cp "$build/linux/vmlinuz" "$dir/$1/boot/vmlinuz-$version"
}

package whole
gzip -c "$build"/linux/keyboard/*-evdev.ko \
	>"$dir/whole/lib/modules/$version/kernel/drivers/input/evdev.ko.gz"
cp "$build"/linux/ramdisk/*-brd.ko "$dir/whole/lib/modules/$version/kernel/drivers/block/brd.ko"
package bare
package diskless
cp "$build"/linux/keyboard/*-evdev.ko "$dir/diskless/lib/modules/$version/kernel/drivers/input/evdev.ko"

printf 'pace 120ms\nlabel "typing"\ntext "hi"\nlabel "page down"\nkey pgdn\n' >"$dir/script"

# usage: any_session NAME STATUS OPTION... -- RUN-OPTION...
any_session()
{
	name=$1
	expected=$2
	shift 2
	status=0
	"$build/bareline" idle --keep "$dir/runs" --csv "$dir/$name-csv" "$@" \
		>"$dir/$name.txt" 2>"$dir/$name.err" || status=$?
	[ $status -eq "$expected" ] || fail "$name ended with status $status, not $expected"
}

# usage: session NAME STATUS OPTION... KERNEL...
session()
{
	any_session "$@" --session editing --deterministic --threshold 50us --threshold 1ms \
		--latency-limit 50us -- --timeout 600 --input "$dir/script" --quantum 50us
}

for name in first second; do
	session $name 0 --trials 2 --kernels "$build/linux/vmlinuz" "$dir/whole/boot/vmlinuz-$version"
done
cmp "$dir/first.txt" "$dir/second.txt" && diff -r "$dir/first-csv" "$dir/second-csv" ||
	fail "the second time differs"

# usage: column TABLE COLUMN...
column()
{
	table=$1
	shift
	python3 tests/columns.py "$@" <"$dir/first-csv/$table.csv"
}

[ "$(column systems system)" = "$(printf 'Linux %s\nLinux %s (2)' "$version" "$version")" ] ||
	fail "expected systems named after their kernels"
[ "$(column simple-events stage n | grep '^taken' | sort -u)" = "$(printf 'taken\t80')" ] ||
	fail "expected 40 keystrokes of each trial"
[ "$(column action-trials action trials n | sort -u | tr '\n\t' '; ')" = \
	"all 2 6;page down 2 2;typing 2 4;" ] || fail "expected three actions of each trial"
[ "$(column action-above longer_than n | sort -u -n | cut -f 2 | tr '\n' ' ')" = "3 1 " ] ||
	fail "expected one event above a millisecond, and three above 50 us"

session without 1 --trials 1 --kernels "$build/linux/vmlinuz" "$dir/bare/boot/vmlinuz-$version"
grep -q 'not from the keyboard' "$dir/without.err" || fail "expected the missing module to be named"

# All sessions on one page: bare metal, and a column for each kernel, whose release names it, since both
# are of one version. Only the kernels run the presenter. The runs of one session again. A threshold is
# whole ticks of a clock that Linux calibrates.
printf 'pace 200ms\nlabel "start"\nkey ret\nlabel "open"\nkey o\nlabel "typing"\ntext "hi "\n' >"$dir/all"
"$build/bareline" systems --keep "$dir/systems" --trials 1 --deterministic --session all --threshold 50us \
	-o "$dir/systems.json" --kernels "$build/linux/vmlinuz" "$dir/whole/boot/vmlinuz-$version" -- --timeout 600 \
	--input "$dir/all" --quantum 50us >"$dir/systems.txt" 2>"$dir/systems.err" || fail "systems ended with status $?"
"$build/bareline" systems "$dir/systems/editing/kernel-1-1" "$dir/systems/editing/metal-1" \
	"$dir/systems/editing/kernel-2-1" -o "$dir/systems-again.json" >"$dir/systems-again.txt" ||
	fail "systems of kept runs ended with status $?"
python3 -c 'import json, sys
both = [{table["name"]: table["rows"] for table in json.load(open(path))["tables"]} for path in sys.argv[1:]]
tables = both[0]
rows = [row for row in tables["systems.operations"] if row["operation"] == "switch between processes"]
sides = [rows[0][side]["value"] for side in ("metal", "kernel_1", "kernel_2")]
logs = [(row["of"].split()[0], row["system"]) for row in tables["message-logs"]]
presenters = {system for bench, system in logs if bench == "app.presenter"}
sys.exit(tables["systems.operations"] != both[1]["systems.operations"] or not sides[0] < min(sides[1:]) or
	{bench for bench, _ in logs} != {"app.editor", "app.presenter", "app.word"} or
	len({system for _, system in logs}) != 3 or len(presenters) != 2 or "metal" in presenters or
	{row["system"] for row in tables["operations"]} != presenters or
	{row["trials"] for row in tables["action-trials"]} != {1} or
	any(abs(row["longer_than"] - 50000) > 1 for row in tables["action-above"]))' "$dir/systems.json" \
	"$dir/systems-again.json" || fail "expected all sessions, the switches of each system, and the same again"

# Start, open, save; and for the editor, a letter.
printf 'pace 300ms\nlabel "start"\nkey ret\nlabel "open"\nkey o\nlabel "save"\nkey s\n' >"$dir/presenting"
printf 'pace 300ms\nlabel "letter"\nkey s\nlabel "save"\nkey f2\n' >"$dir/saving"
any_session counted 0 --trials 1 --session presenter --deterministic --kernels "$build/linux/vmlinuz" \
	"$dir/whole/boot/vmlinuz-$version" -- --timeout 600 --input "$dir/presenting"
[ "$(python3 tests/columns.py device <"$dir/counted-csv/saves.csv" | sort -u)" = none ] ||
	fail "expected no save while instructions are counted"
any_session missing 1 --trials 1 --session presenter --deterministic --kernels "$build/linux/vmlinuz" \
	"$dir/diskless/boot/vmlinuz-$version" -- --timeout 600 --input "$dir/presenting"
grep -q 'app.presenter did not run: ' "$dir/missing.err" || fail "expected the missing disk to be named"
for name in presenter editing; do
	script=saving
	[ $name = editing ] || script=presenting
	any_session "$name" 0 --trials 1 --bare-metal --session $name --kernels "$build/linux/vmlinuz" -- \
		--timeout 600 --input "$dir/$script"
	[ "$(python3 tests/columns.py system device n <"$dir/$name-csv/saves.csv" | tr '\n\t' '; ')" = \
		"bare metal virtio0 1;Linux $version virtio0 1;" ] || fail "$name: expected a save on each system"
	[ "$(python3 tests/columns.py action system n <"$dir/$name-csv/action-trials.csv" | grep '^save' | tr '\n\t' '; ')" = \
		"save bare metal 1;save Linux $version 1;" ] || fail "$name: expected a row of each save"
done

# SCHED_IDLE is not the lowest priority: during a loop in that class, a program without real-time
# priority loses whole clock ticks, which its own time contains. usage: work_during_loop NAME OPTION...
work_during_loop()
{
	name=$1
	shift
	"$build/bareline" run --linux --deterministic --bench idle.validation --kernel "$build/linux/vmlinuz" \
		-o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 || fail "$name ended with status $?"
	"$build/bareline" idle --csv "$dir/$name-csv" "$dir/$name" >>"$dir/$name.txt"
	python3 tests/columns.py program <"$dir/$name-csv/validation.csv" | tail -n 1 | cut -d. -f1
}

gcc -static -O1 -o "$dir/no_realtime" tests/idle/no_realtime.c
PYTHONPATH=tests/flow python3 -B -c 'import pathlib, story, sys
sys.stdout.buffer.write(story.member("first", 0o040755) + story.member("first/init", 0o100755,
	pathlib.Path(sys.argv[1]).read_bytes()) + story.member("TRAILER!!!", 0))' "$dir/no_realtime" >"$dir/first.cpio"
realtime=$(work_during_loop realtime)
ordinary=$(work_during_loop ordinary --initramfs "$dir/first.cpio" --kernel-append rdinit=/first/init)
[ "$realtime" -lt 10100000 ] || fail "10 M of work took $realtime at real-time priority"
[ "$ordinary" -gt 11000000 ] || fail "10 M of work took $ordinary without real-time priority"
