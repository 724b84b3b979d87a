#!/bin/sh
# SPDX-License-Identifier: MIT
# Results of deterministic runs in README.md and docs/ must equal current runs. A changed number in
# a copy must be found, and corrected by `make doc-figures`.
# usage: tests/documents/documents.sh BUILD [long]; long includes long runs
set -eu

build=$1
dir=$build/documents-test${2:+-long}
# Many runs on the pages execute C code, so another compiler gives other counts.
COMPILER='gcc 12.2.0'
runs=tests/documents/runs
[ "${2-}" = long ] && short= || short=--short

fail()
{
	echo "$1"
	[ $# -lt 2 ] || cat "$2"
	exit 1
}

# usage: figures MODE PAGE...; the first call makes the runs
figures()
{
	mode=$1
	shift
	python3 scripts/doc_figures.py "$mode" --stored $short "$build" "$dir/runs" $runs "$@"
}

# usage: must_find NAME SED-SCRIPT PAGE: the change must be found and corrected
must_find()
{
	sed "$2" "$3" >"$dir/$1.md"
	! cmp -s "$3" "$dir/$1.md" || fail "$1: no text changed in $3"
	! figures check "$dir/$1.md" >"$dir/$1.txt" 2>&1 ||
		fail "$1: the change was not found"
	grep -q "^$dir/$1.md:[0-9]*: " "$dir/$1.txt" || fail "$1: expected a line number:" "$dir/$1.txt"
	figures write "$dir/$1.md" >"$dir/$1.txt" 2>&1 ||
		fail "$1: the change was not corrected:" "$dir/$1.txt"
	cmp "$3" "$dir/$1.md"
}

compiled_by=$(cut -d ' ' -f 1 "$build/flags/measured")
[ "$compiled_by $("$compiled_by" -dumpfullversion)" = "$COMPILER" ] || {
	echo "skipped: the results in documents are of $COMPILER"
	exit 0
}

rm -rf "$dir"
mkdir -p "$dir"
figures check README.md docs/*.md >"$dir/pages.txt" 2>"$dir/pages.log" ||
	fail "results in pages differ from runs:" "$dir/pages.txt"
sed -n 's/^not compared/skipped/p' "$dir/pages.txt"

sh scripts/figures.sh "$build" "$dir/figures" >"$dir/figures.log" 2>&1 ||
	fail "cannot draw the figures:" "$dir/figures.log"
# Counts under Linux and KVM move with the program's size by some instructions. docs/layers.md,
# explain.md and interactions.md have the commands of such figures.
diff -rq -x layers.svg -x explain-process-create.svg -x echo-sides.svg docs/figures "$dir/figures" ||
	fail "the output of make figures differs from docs/figures"

must_find block '/page fault in kernel mode/s/ 22 / 23 /' docs/reading.md
must_find sentence 's/takes [0-9]* instructions:$/takes 7 instructions:/' docs/idle.md

# Results without a run: in a sentence, in the tool's output, in a table of times.
{
	cat docs/idle.md
	echo
	echo 'It takes 12 instructions.'
	printf '\n\t  gap-causes: Gaps by cause, in ticks\n\t    cause  n\n\t    timer  3\n'
	printf '\n| load | 1.5 ns | 7 ns |\n'
} >"$dir/unguarded.md"
! figures check "$dir/unguarded.md" >"$dir/unguarded.txt" 2>&1 ||
	fail "expected results without a run to be found"
for what in '12 instructions” without a run' 'an output block without a run' \
	'a table of times without a run'; do
	[ "$(grep -c "$what" "$dir/unguarded.txt")" -eq 1 ] ||
		fail "expected in the output: $what" "$dir/unguarded.txt"
done
