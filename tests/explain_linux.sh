#!/bin/sh
# SPDX-License-Identifier: MIT
# Where instructions go under Linux: each figure of the quick suite is the sum of the functions of the process
# and of the kernel, or has a reason; symbols of another kernel are refused.
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
must_explain linux 150
grep -q ';entry_SYSCALL_64_after_hwframe;' "$dir/linux/stacks.folded" ||
	fail "the kernel's functions have no names" "$dir/linux.txt"

sed 's/^\(f*[0-9a-f]*\)[0-9a-f] /\18 /' "$dir/linux/kernel.symbols" >"$dir/foreign.symbols"
must_refuse other-symbols 2 'not those of the kernel that ran' \
	"$build/bareline" explain --show "$dir/linux" 'entry.*' --symbols "$dir/foreign.symbols"
