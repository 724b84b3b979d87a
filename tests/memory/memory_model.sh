#!/bin/sh
# SPDX-License-Identifier: MIT
# A modelled memory system during instruction counting. The memory benchmarks must miss as theory
# predicts. The model must not change the guest, two runs must give equal results, and every
# output must name the model. Invalid geometries must be refused. Counting makes the test
# independent of the host.
# usage: tests/memory/memory_model.sh BUILD [full]; full uses real cache sizes, and takes minutes
set -eu

build=$1
here=$(dirname "$0")/..
dir=$(cd "$build" && pwd)/memory-model${2+-$2}

# shellcheck source=tests/explain/explain_steps.sh
. "$here/explain/explain_steps.sh"

# usage: must_match_theory NAME quick|full|prefetch
must_match_theory()
{
	python3 "$here/memory/known_answers.py" "$dir/$1/explain.json" \
		"$(sed -n 's/^G //p' "$dir/$1/memory.txt")" "$2" >"$dir/$1.errors" 2>&1 ||
		fail "$1: unexpected misses" "$dir/$1.errors"
}

rm -rf "$dir"
mkdir -p "$dir"

# Smaller than real ones, to suit the quick suite's buffers.
small=l1d=32K/8,l2=128K/16,llc=512K/16,dtlb=16/4,stlb=none
if [ "${2-}" = full ]; then
	for kind in none next; do
		explain $kind mem.prefetch --sums --memory-model $small,prefetch=$kind
		[ $kind = none ] || must_match_theory $kind prefetch
	done
	explain full '*' --sums --memory-model default -- --suite full --timeout 1800 \
		--bench mem.latency --bench mem.tlb
	must_match_theory full full
	grep -A 12 'explain.memory_capacities' "$dir/full.txt"
	exit
fi

explain small '*' --sums --memory-model $small -- --bench mem.latency --bench mem.tlb \
	--bench 'mem.bandwidth.*'
must_match_theory small quick
explain stride mem.prefetch --sums --memory-model $small,prefetch=stride
must_match_theory stride prefetch

# ---- A model, without changes in the guest ----

explain first entry.null_syscall --memory-model default
explain second entry.null_syscall --memory-model default
explain without entry.null_syscall
# Not memory.txt and counts.txt: QEMU 11 ends a block elsewhere if the host is busy.
for file in explain.json explain.md stacks.folded; do
	cmp "$dir/first/$file" "$dir/second/$file" || fail 'expected two equal runs'
done
cmp "$dir/first/run/serial.log" "$dir/without/run/serial.log" ||
	fail 'expected the same run without the model'
cmp "$dir/first/stacks.folded" "$dir/without/stacks.folded" ||
	fail 'expected the same counts without the model'
[ ! -e "$dir/without/memory.txt" ] && ! grep -qi 'model parameters' "$dir/without/explain.json" ||
	fail 'expected no model without its option'
for file in explain.md explain.json explain.html; do
	grep -q 'Model parameters (not measured)' "$dir/first/$file" || fail "expected the model's notice in $file"
	grep -q 'l1d=32K/8/64' "$dir/first/$file" || fail "expected the geometry in $file"
done
grep -q 'Model parameters (not measured)' "$dir/first.txt" || fail "expected the model's notice in the output"

# ---- Invalid input ----

# usage: must_refuse_model NAME WORDS GEOMETRY
must_refuse_model()
{
	must_refuse "$1" 2 "$2" "$build/bareline" explain null.timing --memory-model "$3"
}
must_refuse_model sets 'l1d: 96 sets: must be a power of two' l1d=48K/8
must_refuse_model ways '0 ways' l2=1M/0
must_refuse_model lines 'lines must have one size' l1i=32K/8/64,l1d=32K/8/128
must_refuse_model name 'valid names: l1i' l4=32K/8
must_refuse shown 2 'needs a run' "$build/bareline" explain --show "$dir/first" --memory-model default
echo 'M 1' >>"$dir/first/memory.txt"
must_refuse behind 2 'not a line of the plugin' "$build/bareline" explain --show "$dir/first"
sed -i '/^M/{d;q}' "$dir/second/memory.txt"
must_refuse short 2 'not of the same run\|truncated: ' "$build/bareline" explain --show "$dir/second"
