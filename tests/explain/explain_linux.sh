#!/bin/sh
# SPDX-License-Identifier: MIT
# `explain` under Linux. Each metric of the quick suite must equal the sum of the functions of
# process and kernel, or have a reason. An instruction added to a kernel function must be named.
# Symbols of another kernel must be refused. Instruction time makes the test independent of the
# host.
# usage: tests/explain/explain_linux.sh BUILD
set -eu

build=$1
here=$(dirname "$0")/..
dir=$(cd "$build" && pwd)/explain-linux
export XDG_CACHE_HOME="$dir/cache"

# shellcheck source=tests/explain/explain_steps.sh
. "$here/explain/explain_steps.sh"

rm -rf "$dir"
mkdir -p "$dir/cache"

explain linux '*' --layer linux --sums
must_explain linux 300
must_be_listed linux linux
grep -q ';entry_SYSCALL_64;do_syscall_64;' "$dir/linux/stacks.folded" ||
	fail "expected names of the kernel's functions" "$dir/linux/stacks.folded"

# One more instruction in one kernel function is named, and nothing else.
python3 "$here/linux/one_more.py" "$build/linux/vmlinuz" "$dir/original" "$dir/changed"
for kernel in original changed; do
	explain "run-$kernel" entry.null_syscall path=syscall --layer linux -- --kernel "$dir/$kernel"
done
"$build/bareline" explain --compare "$dir/run-original" "$dir/run-changed" entry.null_syscall path=syscall \
	>"$dir/compared.txt" 2>&1 ||
	fail "the comparison failed" "$dir/compared.txt"
[ "$(grep -c ' kernel ' "$dir/compared.txt")" = 1 ] &&
	grep -q '^ *__[a-z0-9]*_sys_getppid  *kernel  *itself  *+1 ' "$dir/compared.txt" ||
	fail "expected only the function with the instruction" "$dir/compared.txt"
rm "$dir/original" "$dir/changed"

sed 's/^\(f*[0-9a-f]*\)[0-9a-f] /\18 /' "$dir/linux/kernel.symbols" >"$dir/foreign.symbols"
must_refuse other-symbols 2 'not those of the kernel that ran' \
	"$build/bareline" explain --show "$dir/linux" 'entry.*' --symbols "$dir/foreign.symbols"
