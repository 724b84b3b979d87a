#!/bin/sh
# SPDX-License-Identifier: MIT
# Two builds of one commit must give one image, and kernel and image must stay small.
set -eu
kernel_bytes_max=524288
image_bytes_max=8000000
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

. "$here/two_builds.sh"

# usage: check_size FILE BYTES
check_size()
{
	[ "$(wc -c <"$1")" -le "$2" ] || {
		echo "$1 has $(wc -c <"$1") bytes, more than $2"
		exit 1
	}
}

build_two image
check_size "$scratch/one/build/bareline.elf" $kernel_bytes_max
check_size "$scratch/one/build/bareline.img" $image_bytes_max
cmp "$scratch/one/build/bareline.img" "$scratch/elsewhere/two/build/bareline.img"
