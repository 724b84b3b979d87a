#!/bin/sh
# SPDX-License-Identifier: MIT
# Make DIRECTORY/kernel.elf, which differs from BUILD/kernel.elf in SOURCE, changed by a sed SCRIPT.
# Reuses BUILD's other objects, so it takes a second.
# usage: tests/golden/changed_kernel.sh BUILD DIRECTORY SOURCE SCRIPT
set -eu

build=$1
dir=$2
source=$3
cd "$(dirname "$0")/../.."
mkdir -p "$dir"
changed=$dir/changed.${source##*.}
sed "$4" "$source" >"$changed"
! cmp -s "$source" "$changed" || { echo "$source: the script changed nothing"; exit 1; }

# The commands of make for a newer source, with other output names.
make -n V=1 SETUP=no HEADERS=no BUILD="$build" -W "$source" "$build/kernel.elf" |
	grep -e " $source\$" -e "$build/kernel-pass1" -e "$build/kernel-symbols" |
	sed -e "s,$build/kernel-obj/$source.o,$dir/changed.o,g" -e "s, $source\$, $changed," \
		-e "s,$build/kernel\(-pass1\.elf\|-symbols\.[So]\|\.elf\),$dir/kernel\1,g" >"$dir/commands"
sh -e "$dir/commands"
[ -e "$dir/kernel.elf" ]
