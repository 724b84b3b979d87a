#!/bin/sh
# SPDX-License-Identifier: MIT
# A new benchmark needs only `make benchmark` and `make`. In a copy of the tree, its metric must be in the list,
# the table, the report, the chart, the CSV file and the baseline. An image without it must be refused. A
# benchmark that only another processor has is left out of the image, and the build says so.
# usage: tests/project/new_benchmark.sh BUILD
set -u

build=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 2
dir=$build/new-benchmark
tree=$dir/tree
out=$dir/tree/build
. tests/expect.sh

# The copy with its objects, so that only what depends on the new file is built.
rm -rf "$dir"
mkdir -p "$out"
git ls-files -z | xargs -0 cp -a --parents -t "$tree"
cp -a "$build/measured-obj" "$build/kernel-obj" "$build/tool-obj" "$build/flags" "$build/build-id" \
	"$build/font.bin" "$build/kernel.ld" "$out"

# Objects depend on flags that contain the tree's path. usage: built WORD...: make in the copy
built()
{
	make -C "$tree" -s CURDIR="$PWD" BUILD=build SETUP=no WERROR=1 "$@" >>"$dir/make.txt" 2>&1 || {
		cat "$dir/make.txt"
		return 1
	}
}

tool()
{
	timeout 600 "$out/bareline" "$@"
}

# usage: ran NAME [OPTION...]
ran()
{
	name=$1
	shift
	tool run --deterministic --quiet --bench null.timing --bench cpu.divide --bench cpu.pause \
		--bench gpio.toggle -o "$dir/$name" "$@"
}

expect 'an assembly benchmark is written' built benchmark NAME=cpu.divide ASM=1
expect 'its lines are short' sh -c '! awk "length > 100" "$1"/bench/cpu/divide*.[cS] | grep .' sh "$tree"
expect 'a C benchmark of a new family is written' built benchmark NAME=gpio.toggle
expect "the document's example is written" built benchmark NAME=cpu.pause
awk '/^```c$/ { is_code = 1; next } /^```$/ && is_code { exit } is_code' docs/adding-a-benchmark.md \
	>"$tree/bench/cpu/pause.c"
expect "the document's example states what is verified, as test_benchmarks demands" \
	grep -qE '^	\.(un)?verified = ' "$tree/bench/cpu/pause.c"
expect 'a second benchmark of that name is refused' \
	says 'cpu.divide: exists already' 2 make -C "$tree" -s benchmark NAME=cpu.divide
expect 'an invalid name is refused' \
	says "'divide': not FAMILY.OPERATION" 2 make -C "$tree" -s benchmark NAME=divide
expect "a benchmark for another processor is written" built benchmark NAME=cpu.other
mv "$tree/bench/cpu/other.c" "$tree/bench/cpu/other_aarch64.c"
expect 'the tool builds' built build/bareline
# Otherwise all objects are built again.
asked()
{
	make -C "$tree" -s -q BUILD=build SETUP=no CFLAGS=-O0 build/flags/tool
	! grep -q -e -O0 "$out/flags/tool"
}
expect 'a question to make changes no flags' asked
cp "$build/kernel.elf" "$out/kernel.elf"
expect 'an image without the benchmark is refused' \
	says "kernel.elf: no benchmark 'cpu.divide'; run .make." 2 ran old
expect 'no boot was started' [ ! -e "$dir/old" ]
rm "$out/kernel.elf"
expect 'the image builds' built build/kernel.elf
expect "the build lists the benchmark of the other processor" grep -q \
	'^bench_cpu_other: left out; bench/cpu/other_aarch64.c is not compiled for x86_64$' "$dir/make.txt"
expect 'the image is without it' says "kernel.elf: no benchmark 'cpu.other'" 2 \
	timeout 600 "$out/bareline" run --deterministic --quiet --bench cpu.other -o "$dir/other"
expect 'a processor without a kernel is refused' \
	says 'ARCH=loongarch64: there is no kernel for this processor' 2 make -C "$tree" -s ARCH=loongarch64
expect 'the new benchmark runs' ran run --baseline "$dir/baseline.txt" --update
expect 'the page of the run is written' tool report -o "$dir/page.html" "$dir/run"
expect 'the chart of the family has it' sh -c "\"$out/bareline\" plot cpu \"$dir/run\" | grep -q divide"
expect 'a new family has a chart' tool plot gpio.toggle "$dir/run"
for name in cpu.divide cpu.pause gpio.toggle; do
	expect "$name is in the list" tool list "$name"
	expect "$name is in the table" sh -c "\"$out/bareline\" show --all \"$dir/run\" | grep -q '$name'"
	expect "$name is in the page" grep -q "$name" "$dir/page.html"
	expect "$name is in the CSV file" \
		sh -c "\"$out/bareline\" export --format csv \"$dir/run\" | grep -q '$name'"
	expect "$name is in the baseline" grep -q "^$name" "$dir/baseline.txt"
done
# An operation of the assembly loop is one instruction; timing and loop control are subtracted.
# usage: has_median NAME VALUE...
has_median()
{
	median=$(tool export --format csv "$dir/run" | python3 tests/columns.py bench cache median |
		sed -n "s/^$1	warm	//p")
	shift
	case " $* " in
	*" $median "*) ;;
	*) echo "$median"; return 1 ;;
	esac
}
expect 'an operation of the assembly loop is one instruction' has_median cpu.divide 1
expect "the document's loop has three instructions, and up to two that align it" has_median cpu.pause 3 4 5
sum_up
