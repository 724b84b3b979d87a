#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernel and image must stay small. With "long", two builds of one tree must give one image: the
# existing build, and one of a copy in another place, time, file mode and time zone.
# usage: tests/image/image.sh BUILD [long]
set -eu
kernel_bytes_max=655360
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
	[ "$(wc -c <"$1")" -le "$2" ] && [ "$(wc -c <"$1")" -gt 100000 ] || {
		echo "$1 has $(wc -c <"$1") bytes, expected 100000 to $2"
		exit 1
	}
}

check_size "$build/bareline.elf" $kernel_bytes_max
check_size "$build/bareline.img" $image_bytes_max
# Strict firmware starts only programs that state NX_COMPAT (mk/image.mk).
[ "$(od -An -tx2 -j$(($(od -An -tu4 -j60 -N4 "$build/BOOTX64.EFI") + 94)) -N2 "$build/BOOTX64.EFI")" = ' 0100' ] || {
	echo 'BOOTX64.EFI: its DLL characteristics are not NX_COMPAT alone'
	exit 1
}
[ "${2-}" = long ] || exit 0
copy_tree "$scratch/copy"
(umask 077 && TZ=Asia/Tokyo make -s -C "$scratch/copy" BUILD=build image) >"$scratch/output" 2>&1 || {
	cat "$scratch/output"
	exit 1
}
cmp "$build/bareline.img" "$scratch/copy/build/bareline.img"
