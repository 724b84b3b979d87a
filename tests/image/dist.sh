#!/bin/sh
# SPDX-License-Identifier: MIT
# The release archive. Two builds of one commit must be equal to the byte, and a host with only QEMU
# must be able to run it. The host is a directory with QEMU, its files and its firmware: no shell,
# no other program.
# usage: tests/image/dist.sh BUILD
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$here/.." && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
scratch=$dir
host=$dir/host
name=bareline-$(cat "$root/VERSION")-x86_64
archive=$dir/one/build/$name.tar.xz
trap 'rm -rf "$dir"' EXIT

. "$here/expect.sh"
. "$here/image/two_builds.sh"

# usage: copy_file PATH: to the same path of the host
copy_file()
{
	mkdir -p "$host$(dirname "$1")"
	cp -L "$1" "$host$1"
}

make_host()
{
	qemu=$(command -v qemu-system-x86_64)
	# If the distribution splits QEMU into modules, this one emulates CPUs.
	modules=$(find /usr/lib* /usr/libexec -path '*/qemu/accel-tcg-x86_64.so' 2>/dev/null)
	for file in "$qemu" $modules $(ldd "$qemu" $modules | grep -o '/[^ :]*' | sort -u); do
		copy_file "$file"
	done
	mkdir -p "$host/usr/share" "$host/proc" "$host/dev" "$host/tmp" "$host/var/tmp"
	for data in qemu seabios; do
		[ ! -e "/usr/share/$data" ] || cp -r "/usr/share/$data" "$host/usr/share"
	done
	cp "$here/golden/instructions.txt" "$build/linux/vmlinuz" "$host"
	tar -C "$host" -xf "$archive"
}

# usage: in_host PROGRAM [ARGUMENT]...: a program of the archive
in_host()
{
	program=/$name/$1
	shift
	[ "$(id -u)" -eq 0 ] && as_root= || as_root=--map-root-user
	unshare $as_root --mount sh -c '
		mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" &&
			HOME=/tmp exec chroot "$0" "$@"' "$host" "$program" "$@" </dev/null
}

# usage: needs_at_most VERSION FILE: of the C library
needs_at_most()
{
	{ objdump -T "$2" | sed -n 's/.*(GLIBC_\([0-9.]*\)).*/\1/p'; echo "$1"; } | sort -V | tail -n 1 |
		grep -q -x -F "$1"
}

has_one_owner_and_time()
{
	tar --numeric-owner -tvf "$archive" >"$dir/list"
	time=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/VERSION")
	time=$(TZ=UTC0 date -d @"$time" '+%Y-%m-%d %H:%M')
	[ "$(TZ=UTC0 tar --numeric-owner -tvf "$archive" | awk '{ print $2, $4, $5 }' | sort -u)" = "0/0 $time" ]
}

sums_are_right()
{
	(cd "$host/$name" && sha256sum --quiet --strict -c SHA256SUMS &&
		[ "$(find . -type f | wc -l)" -eq $(($(wc -l <SHA256SUMS) + 1)) ])
}

# Every link of a document to a file of the tree leads to one of the archive.
links_lead_somewhere()
{
	(cd "$host/$name" && for page in *.md docs/*.md docs/reference/*.md; do
		grep -o ']([^):# ]*[)#]' "$page" | sed 's/](//; s/.$//' | sort -u | while read -r link; do
			[ -z "$link" ] || [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
		done
	done) >"$dir/dead"
	cat "$dir/dead"
	[ ! -s "$dir/dead" ]
}

# In real time, in which a busy host can make a run invalid.
starts_by_bios()
{
	in_host bareline run --firmware bios --bench null.timing -o /bios || [ $? -eq 1 ]
	grep -q '^@end' "$host/bios/serial.log"
}

build_two dist
make_host
expect 'two builds are equal' cmp "$archive" "$dir/elsewhere/two/build/$name.tar.xz"
expect "every file is owned by root and has the commit's time" has_one_owner_and_time
expect 'the checksums cover all files' sums_are_right
expect 'the archive has the header for other kernels' \
	cmp "$root/include/bareline.h" "$host/$name/include/bareline.h"
expect 'links of documents lead to files of the archive' links_lead_somewhere
expect 'the plugin needs no newer C library than 2.38' needs_at_most 2.38 "$host/$name/bareline-plugin.so"
expect 'the host has all files of a run' in_host bareline doctor
expect 'the image runs on the host' in_host bareline run --deterministic -o /run
expect 'the run writes a page' test -s "$host/run/report.html"
expect 'the exact metrics match the golden file' in_host bareline run --deterministic --quiet \
	--append samples=5 --suite exact --baseline /instructions.txt --strict -o /exact
expect 'the disk image boots by BIOS' starts_by_bios
expect 'an operation is explained' in_host bareline explain entry.null_syscall path=syscall --sums \
	-o /explained
expect 'a Linux boots' in_host bareline run --linux --deterministic --kernel /vmlinuz \
	--bench null.timing -o /linux
expect 'a Linux run is explained' \
	in_host bareline explain entry.null_syscall path=syscall --sums --layer linux \
	-o /explained-linux -- --kernel /vmlinuz
expect 'the Linux process runs' in_host bareline-linux --version
sum_up
