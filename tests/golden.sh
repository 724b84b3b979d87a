#!/bin/sh
# SPDX-License-Identifier: MIT
# The timing itself and the stages of interrupts and page faults are, in deterministic mode, exact
# counts of instructions, the same on every host: what they count is written in assembly, so most are
# the same by every compiler, too. (Not where a timer interrupts user mode: C arms it, and by how much
# the interrupt is late depends on where the loop in user mode is by then. fault.shootdown, irq.ipi,
# irq.hpet, irq.rtc and irq.gap are not here: there is C in what they count.) A benchmark of
# SUITE_EXACT says that it is one of them. This compares them with those that are kept in
# tests/golden, so that a change of one is seen in review.
#
# usage: tests/golden.sh BUILD [OPTION]...
#
# With the option --update the figures of this build become those kept; `make golden` does that.
set -eu

here=$(dirname "$0")
build=$1
shift

rm -rf "$build/golden"
mkdir -p "$build/golden"
"$build/bareline" run --quiet --deterministic --suite exact --append samples=5 \
	-o "$build/golden/run" \
	--baseline "$here/golden/instructions.txt" "$@"
