#!/bin/sh
# SPDX-License-Identifier: MIT
# The programs in docs/examples draw a figure from an exported run, with every point of its memory
# curve. long: in R too.
# usage: tests/formats/examples.sh BUILD [long]
set -u

build=$1
here=$(realpath "$(dirname "$0")/..")
dir=$build/examples-test
examples=$here/../docs/examples
python=/usr/bin/python3
. "$here/expect.sh"

# usage: draws FIGURE COMMAND...: a page 85 mm wide, with all points
draws()
{
	figure=$1
	shift
	timeout 600 "$@" "$dir/figures.csv" "$figure" >"$dir/drawn" || return
	points=$(grep ',mem.latency,.*,warm,' "$dir/figures.csv" | grep -vc order=tlb_local)
	grep -q " $points points\$" "$dir/drawn" || { cat "$dir/drawn"; return 1; }
	# In points: 85 mm are 240.9.
	LC_ALL=C grep -aq 'MediaBox \[ *0 0 24[01][ .]' "$figure"
}

draws_by_python()
{
	$python -c 'import matplotlib' 2>/dev/null || skip_for 'matplotlib is not installed' || return
	draws "$dir/python.pdf" $python "$examples/latency.py"
}

draws_by_r()
{
	command -v Rscript >/dev/null || skip_for 'R is not installed' || return
	draws "$dir/r.pdf" Rscript "$examples/latency.R"
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'a run is made' timeout 600 "$build/bareline-linux" -q --samples 7 --bench null.timing \
	--bench mem.latency -o "$dir/run.log"
expect 'a run is exported' timeout 600 "$build/bareline" export --format csv -o "$dir/figures.csv" \
	"$dir/run.log"
expect 'the run has a memory curve' [ "$(grep -c ',mem.latency,.*,warm,' "$dir/figures.csv")" -gt 20 ]
if [ "${2:-}" = long ]; then
	expect 'the example in R draws the curve' draws_by_r
else
	expect 'the example in Python draws the curve' draws_by_python
fi

sum_up
