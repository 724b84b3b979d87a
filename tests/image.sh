#!/bin/sh
# SPDX-License-Identifier: MIT
# Two builds of one commit must give one image, and kernel and image must stay small: builds in two
# fresh clones, at two times, under two file modes and time zones, and compares. What is not
# committed is not in it; of a tree without git it is two copies.
set -eu
kernel_bytes_max=524288
image_bytes_max=8000000
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build()
{
	if [ -e "$root/.git" ]; then
		git -c advice.detachedHead=false clone -q "$root" "$1"
	else
		mkdir "$1" && (cd "$root" && tar cf - --exclude=./build --exclude=./results .) |
			tar xf - -C "$1"
	fi
	make -s -C "$1" image >"$scratch/output" 2>&1 || {
		cat "$scratch/output"
		exit 1
	}
}

mkdir "$scratch/elsewhere"
build "$scratch/one"
(umask 077 && TZ=Asia/Tokyo build "$scratch/elsewhere/two")
# usage: check_size FILE BYTES
check_size()
{
	[ "$(wc -c <"$1")" -le "$2" ] || {
		echo "$1 has $(wc -c <"$1") bytes, more than $2"
		exit 1
	}
}

check_size "$scratch/one/build/bareline.elf" $kernel_bytes_max
check_size "$scratch/one/build/bareline.img" $image_bytes_max
cmp "$scratch/one/build/bareline.img" "$scratch/elsewhere/two/build/bareline.img"
