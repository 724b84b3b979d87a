#!/bin/sh
# SPDX-License-Identifier: MIT
# Write the files of a new benchmark and add it to bench/list.h, after the last one of its family.
# The benchmark builds and runs at once, with an empty operation that you replace.
# usage: scripts/new-benchmark.sh FAMILY.OPERATION [asm]; asm: the loop is assembly
set -eu

die()
{
	echo "$1" >&2
	exit 2
}

cd "$(dirname "$0")/.."
name=${1-}
kind=${2-}
family=${name%%.*}
operation=${name#*.}
symbol=${family}_$operation
echo "$name" | grep -Eqx '[a-z][a-z0-9]*\.[a-z][a-z0-9_]*' ||
	die "'$name': not FAMILY.OPERATION, in lower case"
! grep -q "^BENCHMARK(bench_$symbol)" bench/list.h || die "$name: exists already"
file=bench/$family/$operation
for each in "$file.c" "${file}_x86.S"; do
	[ ! -e "$each" ] || die "$each: exists already"
done
mkdir -p "bench/$family"

# usage: c_file SUITES OPERATIONS < the loop, or its declaration
c_file()
{
	cat <<END
/* SPDX-License-Identifier: MIT */
/* $name: what the operation is, and what it is for. */
#include "bench/benchmark.h"

$(cat)

const struct benchmark bench_$symbol = {
	.name = "$name",
	.summary = "one operation, in one sentence",
	.unit = UNIT_TSC_TICKS,
	.suites = $1,
	.run = ${symbol}_run,
	.loop_operations = $2,
	.unverified = "why nothing can be proved; or verify, and in verified what it proves",
};
END
}

case $kind in
asm)
	c_file 'SUITE_QUICK | SUITE_FULL | SUITE_EXACT' 32 >"$file.c" <<END
/* In assembly: a multiple of 32 operations. */
void ${symbol}_run(struct bench_ctx *ctx, uint64_t iterations);
END
	cat >"${file}_x86.S" <<END
/* SPDX-License-Identifier: MIT */
/* The loop of $name.
 * An iteration is OPERATIONS operations, sub, ja; loop_operations of the benchmark is the same. */
#define OPERATIONS 32

/* void ${symbol}_run(struct bench_ctx *ctx, uint64_t iterations)
 * ctx is in %rdi, with the state's address at offset 0; iterations are in %rsi. */
	.text
	.globl ${symbol}_run
	.type ${symbol}_run, @function
	.balign 64
${symbol}_run:
1:	.rept OPERATIONS
	nop				/* the operation */
	.endr
	sub \$OPERATIONS, %rsi
	ja 1b
	ret
	.size ${symbol}_run, . - ${symbol}_run

	.section .note.GNU-stack, "", @progbits
END
	;;
'')
	c_file 'SUITE_QUICK | SUITE_FULL' 1 >"$file.c" <<END
static void ${symbol}_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	for (; iterations > 0; iterations--)
		__asm__ volatile("" ::: "memory");      /* the operation */
}
END
	;;
*)
	die "'$kind': expected asm or nothing" ;;
esac

# After the family's last line, or before the benchmarks that run only on request.
awk -v family="BENCHMARK(bench_${family}_" -v line="BENCHMARK(bench_$symbol)" '
	{ text[NR] = $0 }
	index($0, family) == 1 { after = NR }
	/^\/\* Only on request/ && !request { request = NR }
	END {
		if (!after)
			after = request - 2
		for (i = 1; i <= NR; i++) {
			print text[i]
			if (i == after)
				print line
		}
	}' bench/list.h >bench/list.h.new
mv bench/list.h.new bench/list.h

# Its rows for aarch64 and riscv64, before those of families: an assembly loop is still to be written
# there.
row='same  |'
[ -z "$kind" ] || row='none  | its loop is written for x86-64 only'
for list in bench/aarch64.list bench/riscv64.list; do
	awk -v row="$(printf '%-20s | %s' "$name" "$row")" '
		/^$/ && !done { print; done = 1; print row; next }
		{ print }' $list >$list.new
	mv $list.new $list
done

cat <<END
$file.c: the benchmark $name${kind:+, with its loop in ${file}_x86.S}; also added to bench/list.h
bench/aarch64.list, bench/riscv64.list: its rows for those processors
Next: write its operation, summary and comment, then
  make
  build/bareline run --deterministic --bench null.timing --bench $name -o build/$operation
  make docs golden
See docs/adding-a-benchmark.md.
END
