#!/bin/sh
# SPDX-License-Identifier: MIT
# Where instructions go under Linux: each figure of the quick suite is the sum of the functions of the process
# and of the kernel, or has a reason; an instruction that is planted in one of the kernel's is named; symbols of
# another kernel are refused.
# All is counted in instructions, so that nothing depends on the host.
# usage: tests/explain_linux.sh BUILD
set -eu

build=$1
here=$(dirname "$0")
dir=$(cd "$build" && pwd)/explain-linux
export XDG_CACHE_HOME="$dir/cache"

# shellcheck source=tests/explain_steps.sh
. "$here/explain_steps.sh"

rm -rf "$dir"
mkdir -p "$dir/cache"

explain linux '*' --layer linux --sums
must_explain linux 270
must_be_listed linux linux
grep -q ';entry_SYSCALL_64;do_syscall_64;' "$dir/linux/stacks.folded" ||
	fail "the kernel's functions have no names" "$dir/linux/stacks.folded"

# One instruction more in one function of the kernel is named, and nothing else.
python3 "$here/one_more.py" "$build/linux/vmlinuz" "$dir/as-it-is" "$dir/planted"
for kernel in as-it-is planted; do
	explain "run-$kernel" entry.null_syscall path=syscall --layer linux -- --kernel "$dir/$kernel"
done
"$build/bareline" explain --compare "$dir/run-as-it-is" "$dir/run-planted" entry.null_syscall path=syscall \
	>"$dir/compared.txt" 2>&1 ||
	fail "the comparison failed" "$dir/compared.txt"
[ "$(grep -c ' kernel ' "$dir/compared.txt")" = 1 ] &&
	grep -q '^ *__[a-z0-9]*_sys_getppid  *kernel  *+1 ' "$dir/compared.txt" ||
	fail "the instruction is not named, or not alone" "$dir/compared.txt"
rm "$dir/as-it-is" "$dir/planted"

sed 's/^\(f*[0-9a-f]*\)[0-9a-f] /\18 /' "$dir/linux/kernel.symbols" >"$dir/foreign.symbols"
must_refuse other-symbols 2 'not those of the kernel that ran' \
	"$build/bareline" explain --show "$dir/linux" 'entry.*' --symbols "$dir/foreign.symbols"
