#!/bin/sh
# SPDX-License-Identifier: MIT
# Two builds of one tree must give one image, and kernel and image must stay small. Compares the
# existing build with a build of a copy, in another place, time, file mode and time zone. Every sixth
# object file is compiled again; with "long", all are.
# usage: tests/image/image.sh BUILD [long]
set -eu
kernel_bytes_max=589824
image_bytes_max=8000000
build=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# All source files: those that git knows or would add; without git, all but two directories. Deleted
# files are only listed.
copy_tree()
{
	mkdir "$1"
	if [ -e "$root/.git" ]; then
		(cd "$root" && { git ls-files -z -c -o --exclude-standard && printf '.git\0'; } |
			tar cf - --null --ignore-failed-read -T - 2>"$scratch/output")
	else
		(cd "$root" && tar cf - --exclude=./build --exclude=./results .)
	fi | tar xf - -C "$1"
}

# usage: check_size FILE BYTES
check_size()
{
	[ "$(wc -c <"$1")" -le "$2" ] || {
		echo "$1 has $(wc -c <"$1") bytes, more than $2"
		exit 1
	}
}

# usage: build_copy TARGET...
build_copy()
{
	(umask 077 && TZ=Asia/Tokyo make -s -C "$scratch/copy" BUILD=build "$@") >"$scratch/output" 2>&1 || {
		cat "$scratch/output"
		exit 1
	}
}

copy_tree "$scratch/copy"
if [ "${2-}" != long ]; then
	# Objects are newer than their flags, which contain the copy's place.
	build_copy build/flags/measured build/flags/kernel build/flags/efi
	cp -a "$build/measured-obj" "$build/kernel-obj" "$build/efi-obj" "$scratch/copy/build"
	find "$scratch/copy/build" -name '*.o' -exec touch {} +
	find "$scratch/copy/build" -name '*.o' | sort | awk 'NR % 6 == 0' | xargs rm
fi
build_copy image
check_size "$build/bareline.elf" $kernel_bytes_max
check_size "$build/bareline.img" $image_bytes_max
cmp "$build/bareline.img" "$scratch/copy/build/bareline.img"
