#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the C definitions that tools/results/known_counts.c includes: the counts in files of exact
# metrics. The name of a file has the compiler, if code in C is counted. On aarch64 and riscv64 the
# counts of interrupts depend on the interrupt controller, and are left out.
# usage: scripts/known-counts.sh FILE...
set -eu

number=0
list=
for file in "$@"; do
	name=$(basename "$file" .txt)
	compiler= arch=x86_64 leave=^$
	case $name in *compiled-*) compiler=$(echo "${name##*compiled-}" | tr - ' ') ;; esac
	case $name in aarch64-* | riscv64-*) arch=${name%%-*} leave='^irq[.]' ;; esac
	echo "static const struct known_count counts_$number[] = {"
	grep -v "$leave" "$file" | sed -n \
		-e 's/^\([^#:]*\): \([0-9]*\)[*][0-9]*$/	{"\1", \2, 1},/p' \
		-e 's/^\([^#:]*\): \([0-9]*\)[*][0-9]* in \([0-9]*\)$/	{"\1", \2, \3},/p'
	echo "};"
	cpu=$(sed -n 's/^condition cpu: //p' "$file")
	list="$list	{\"$arch\", \"$compiler\", \"$cpu\", counts_$number, COUNT(counts_$number)},
"
	number=$((number + 1))
done
printf 'static const struct known_machine known_machines[] = {\n%s};\n' "$list"
