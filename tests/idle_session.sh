#!/bin/sh
# SPDX-License-Identifier: MIT
# One session under two kernels: the downloaded one, and the same in a package with a compressed
# module. Twice the same output. A kernel without its module is an error.
# usage: tests/idle_session.sh BUILD
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
	mkdir -p "$dir/$1/boot" "$dir/$1/lib/modules/$version/kernel/drivers/input"
	cp "$build/linux/vmlinuz" "$dir/$1/boot/vmlinuz-$version"
}

package whole
gzip -c "$build"/linux/keyboard/*-evdev.ko \
	>"$dir/whole/lib/modules/$version/kernel/drivers/input/evdev.ko.gz"
package bare

printf 'pace 120ms\nlabel "typing"\ntext "hi"\nlabel "page down"\nkey pgdn\n' >"$dir/script"

# usage: session NAME STATUS OPTION... -- KERNEL...
session()
{
	name=$1
	expected=$2
	shift 2
	status=0
	"$build/bareline" idle --session editing --deterministic --keep "$dir/runs" --csv "$dir/$name-csv" \
		--threshold 50us --threshold 1ms --latency-limit 50us "$@" -- --timeout 600 \
		--input "$dir/script" --quantum 50us >"$dir/$name.txt" 2>"$dir/$name.err" || status=$?
	[ $status -eq "$expected" ] || fail "$name ended with status $status, not $expected"
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
[ "$(column action-above longer_than n | sort -u | tr '\n\t' '; ')" = "1000000 1;50000 3;" ] ||
	fail "expected one event above a millisecond, and three above 50 us"

session without 1 --trials 1 --kernels "$build/linux/vmlinuz" "$dir/bare/boot/vmlinuz-$version"
grep -q 'not from the keyboard' "$dir/without.err" || fail "expected the missing module to be named"
