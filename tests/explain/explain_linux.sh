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
explain run-original entry.null_syscall path=syscall --layer linux -- --kernel "$dir/original"
explain run-changed entry.null_syscall path=syscall --layer linux --bare-metal -- --kernel "$dir/changed"
"$build/bareline" explain --compare "$dir/run-original" "$dir/run-changed" entry.null_syscall path=syscall \
	>"$dir/compared.txt" 2>&1 ||
	fail "the comparison failed" "$dir/compared.txt"
[ "$(grep -c ' kernel ' "$dir/compared.txt")" = 1 ] &&
	grep -q '^ *__[a-z0-9]*_sys_getppid  *kernel  *itself  *+1 ' "$dir/compared.txt" ||
	fail "expected only the function with the instruction" "$dir/compared.txt"

# The functions on bare metal add up to its metric, which the ratio uses, and the comparison shows
# them too. The commands name the options of each side.
"$build/bareline" explain --compare "$dir/run-original" "$dir/run-changed" -o "$dir/sides" >"$dir/sides.txt" 2>&1 ||
	fail "the comparison failed" "$dir/sides.txt"
python3 - "$dir" "$build/bareline" <<'END' || fail "expected bare metal and commands" "$dir/run-changed.txt"
import json
import subprocess
import sys

def rows(run, table):
    tables = json.load(open(f"{sys.argv[1]}/{run}/explain.json"))["tables"]
    return next((item["rows"] for item in tables if item["name"] == table), [])

measured = {}
for run in "run-changed", "run-changed/metal":
    listed = subprocess.run([sys.argv[2], "export", "--format", "ndjson", f"{sys.argv[1]}/{run}/run"],
                            check=True, capture_output=True, text=True).stdout.splitlines()
    measured[run] = next(row["median"] for row in map(json.loads, listed)
                         if row["bench"] == "entry.null_syscall" and row["point"] == "path=syscall"
                         and row["cache"] == "warm")
here, metal = measured.values()
for run in "run-changed", "sides":
    found = [row for row in rows(run, "explain.metal") if row["figure"] == "entry.null_syscall path=syscall"]
    assert abs(sum(row["instructions"] for row in found) - metal) < 0.1, (found, metal)
assert f" {here / metal:.2f} times as many" in open(f"{sys.argv[1]}/run-changed.txt").read(), (here, metal)
commands = {row["what"]: row["text"] for row in rows("sides", "explain.commands")}
for side, kernel in ("base", "original"), ("new", "changed"):
    assert commands[side].endswith(f"-o explain-{side} -- --kernel {sys.argv[1]}/{kernel}"), commands
assert commands["difference"] == "bareline explain --compare explain-base explain-new entry.null_syscall", commands
END
must_refuse no-layer 2 'bare-metal: needs --layer' \
	"$build/bareline" explain entry.null_syscall --bare-metal -o "$dir/never"
rm "$dir/original" "$dir/changed"

sed 's/^\(f*[0-9a-f]*\)[0-9a-f] /\18 /' "$dir/linux/kernel.symbols" >"$dir/foreign.symbols"
must_refuse other-symbols 2 'not those of the kernel that ran' \
	"$build/bareline" explain --show "$dir/linux" 'entry.*' --symbols "$dir/foreign.symbols"
