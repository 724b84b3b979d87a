#!/bin/sh
# SPDX-License-Identifier: MIT
# `explain` counts instructions by function from outside. Each metric of the quick suite on bare
# metal must equal the sum of its functions, or have a reason. Counting must not change the guest,
# and two runs must be equal to the byte. A nop added to one function must be named. Unexplainable
# metrics must be reported. Instruction time makes the test independent of the host.
# usage: tests/explain/explain.sh BUILD
set -eu

build=$1
here=$(dirname "$0")/..
dir=$(cd "$build" && pwd)/explain
export XDG_CACHE_HOME="$dir/cache"

# shellcheck source=tests/explain/explain_steps.sh
. "$here/explain/explain_steps.sh"

rm -rf "$dir"
mkdir -p "$dir/cache"

# ---- Bare metal ----

explain metal '*' --sums
must_explain metal 430
must_be_listed metal metal
sh "$here/shared.sh" "$build" "$dir/uncounted" run --deterministic -o @ >"$dir/uncounted.txt" 2>&1 ||
	fail "a run without the plugin failed" "$dir/uncounted.txt"
cmp "$dir/metal/run/serial.log" "$dir/uncounted/serial.log" ||
	fail "expected the same run with counting"

# A sample that is off by one instruction, among metrics with a reason; and a function's count.
copy_with_error "$dir/metal" "$dir/off-by-one" results idle.validation handler
must_refuse off-by-one.shown 1 'no two clock reads are as far apart' \
	"$build/bareline" explain --show "$dir/off-by-one" idle.validation --sums
copy_with_error "$dir/metal" "$dir/miscounted" counts
must_refuse miscounted.shown 1 "the sum by function differs from the samples" \
	"$build/bareline" explain --show "$dir/miscounted" '*' --sums

explain empty null.timing
[ "$(sed 's/^[^;]*;//' "$dir/empty/stacks.folded")" = "$(printf 'time_run 30\ntime_run;empty_run 15')" ] ||
	fail "expected a window around an empty operation to be empty" "$dir/empty/stacks.folded"

must_refuse words 2 "'cpu.loop': a second benchmark" \
	"$build/bareline" explain null.timing cpu.loop -o "$dir/never"
[ ! -e "$dir/never" ] || fail "a wrong selection must not be booted"
must_refuse no-words 2 'no metric matches' "$build/bareline" explain --show "$dir/empty" 'null.timing nonsense'
must_refuse no-point 2 'null.timing' "$build/bareline" explain --show "$dir/empty" null.timing path=no
grep -q 'no metric matches; it contains' "$dir/no-point.txt" ||
	fail "expected a list of the valid points" "$dir/no-point.txt"

# Callers and callees: with few functions, the complete tree.
"$build/bareline" explain --show "$dir/empty" null.timing >"$dir/tree.txt" ||
	fail "expected the remainder in the output" "$dir/tree.txt"
grep -A3 '^ *explain.tree:' "$dir/tree.txt" | grep -q '^    time_run ' &&
	grep -q '^      empty_run ' "$dir/tree.txt" ||
	fail "expected callers and callees in the output" "$dir/tree.txt"

# A box sets its own colour, because a page's style sheet does not.
grep -q '<rect fill="#[0-9a-f]*" x=' "$dir/empty/explain.html" &&
	! grep -q 'rect *{[^}]*fill' "$dir/empty/explain.html" &&
	! grep -o '<rect [^>]*' "$dir/empty/explain.html" | grep -v 'fill="#' ||
	fail "expected colours of boxes on the page" "$dir/empty/explain.html"

# ---- Repeated, and with a nop ----

explain first entry.null_syscall
explain second entry.null_syscall
# Not counts.txt: QEMU 11 ends a block elsewhere if the host is busy.
for file in explain.json explain.md stacks.folded flames.svg trace.json profile.pb; do
	cmp "$dir/first/$file" "$dir/second/$file" || fail "expected two equal runs"
done
python3 -c 'import json, sys, xml.dom.minidom as dom
dom.parse(sys.argv[1] + "/flames.svg")
assert json.load(open(sys.argv[1] + "/trace.json"))["traceEvents"]' "$dir/first"

nop=$dir/changed/kernel.elf
sh "$here/golden/changed_kernel.sh" "$build" "$dir/changed" kernel/x86/cpu/system_call.S \
	'/function system_call_nothing/a\	nop' >"$dir/changed.txt" 2>&1 ||
	fail "the nop was not added" "$dir/changed.txt"
# A name as reports print it selects the same point.
"$build/bareline" explain --show "$dir/first" entry.null_syscall path=int_gate >"$dir/by-point.txt" &&
	"$build/bareline" explain --show "$dir/first" 'entry.null_syscall int_gate' >"$dir/by-name.txt" &&
	cmp "$dir/by-point.txt" "$dir/by-name.txt" && grep -q 'path=int_gate' "$dir/by-name.txt" &&
	! grep -q 'path=syscall' "$dir/by-name.txt" || fail "expected a point by its printed name"

explain nop entry.null_syscall -- --image "$nop"
"$build/bareline" explain --compare "$dir/first" "$dir/nop" entry.null_syscall path=syscall \
	>"$dir/compared.txt" 2>&1 || fail "the comparison failed" "$dir/compared.txt"
[ "$(grep -c ' metal ' "$dir/compared.txt")" = 1 ] &&
	grep -q '^ *system_call_nothing  *metal  *itself  *+1 ' "$dir/compared.txt" &&
	grep -q '`system_call_nothing` costs 1 instruction more\.$' "$dir/compared.txt" ||
	fail "expected only the function with the nop" "$dir/compared.txt"

# Between these builds yield() is inlined, and a nop is added. Four functions differ by name. The one
# with the nop costs more: in each of the four wake-ups of a round trip over two pipes. With some
# compilers the caller of yield() also does. The same must be found without debugging information.
inlined=$dir/inlined.kernel/kernel.elf
sh "$here/golden/changed_kernel.sh" "$build" "$dir/inlined.kernel" kernel/task/thread.c \
	's/^static void yield(void)/static inline __attribute__((always_inline)) void yield(void)/
/^void thread_wake/,/^}/s/^{/{\n\t__asm__ volatile("nop");/' >"$dir/changed.txt" 2>&1 ||
	fail "yield() was not inlined" "$dir/changed.txt"
explain inlined os.pipe -- --image "$inlined"
for debugging in with without; do
	[ $debugging = with ] || objcopy --strip-debug "$inlined"
	"$build/bareline" explain --compare "$dir/metal" "$dir/inlined" os.pipe ring=0 between=threads \
		-o "$dir/caused-$debugging" >"$dir/caused.txt" 2>&1 ||
		fail "the comparison failed" "$dir/caused.txt"
	grep ' metal ' "$dir/caused.txt" | grep -v '^ *thread_sleep  *metal  *with inlined' >"$dir/caused" || :
	[ "$(wc -l <"$dir/caused")" = 1 ] &&
		grep -q '^ *thread_wake  *metal  *itself  *+4 ' "$dir/caused" &&
		tr -s '\n ' ' ' <"$dir/caused.txt" |
			grep -q '`thread_wake` costs 4 instructions more.*; all else moved between functions by' ||
		fail "$debugging debugging information: expected only the function with the nop" \
			"$dir/caused.txt"
	jq -e '.tables[] | select(.name == "explain.causes").rows[0].text |
		test("^`thread_wake` costs 4 instructions more.*; all else")' \
		"$dir/caused-$debugging/explain.json" >"$dir/cause.txt" ||
		fail "expected the cause in the JSON output" "$dir/caused-$debugging/explain.json"
done

# ---- Interrupts that QEMU reports ----

# QEMU 10.2 and later report interrupts. The reports must equal the plugin's own detection for older
# versions. The keyboard's interrupt waits for the end of another handler.
if grep -q qemu_plugin_register_vcpu_discon_cb "$(command -v qemu-system-x86_64)"; then
	cat >"$dir/guessing-qemu" <<'END'
#!/bin/bash
exec qemu-system-x86_64 "${@/bareline-plugin.so,/bareline-plugin.so,guess=on,}"
END
	chmod +x "$dir/guessing-qemu"
	explain reported 'input.*'
	explain guessed 'input.*' -- --qemu "$dir/guessing-qemu"
	for file in stacks.folded trace.json profile.pb; do
		cmp "$dir/reported/$file" "$dir/guessed/$file" ||
			fail "expected reported interrupts to equal detected ones"
	done
fi

# ---- Suggested commands of a comparison ----

# usage: run NAME OPTION...: returns the run's status
run()
{
	name=$1
	shift
	status=0
	"$build/bareline" run --deterministic --quiet --bench null.timing --bench entry.null_syscall \
		-o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 || status=$?
}

# The suggested command works.
cp "$build/kernel.elf" "$dir/before.elf"
cp "$nop" "$dir/after.elf"
run before --image "$dir/before.elf" --baseline "$dir/baseline.txt" --update
run after --image "$dir/after.elf" --baseline "$dir/baseline.txt"
[ $status -eq 1 ] && grep -q '^To list the changed functions, run these commands; FILE is the image of the baseline ' "$dir/after.txt" ||
	fail "expected a suggestion to explain the change" \
	"$dir/after.txt"
# The gate and the comparison name the function themselves, and find no cause if sums differ.
run named --image "$dir/after.elf" --baseline "$dir/baseline.txt" --explain "$dir/before.elf"
[ $status -eq 1 ] && grep -q '^    system_call_nothing  *+1  *[12]  entry.null_syscall ' "$dir/named.txt" &&
	grep -q '^    entry.null_syscall .*  system_call_nothing +1$' "$dir/named.txt" ||
	fail "expected the gate to name the function" "$dir/named.txt"
status=0
"$build/bareline" compare --explain --explain-output "$dir/named-2" "$dir/before" "$dir/after" >"$dir/named-2.txt" 2>&1 || status=$?
[ $status -eq 1 ] && grep -q '^    system_call_nothing  *+1  *[12]  entry.null_syscall ' "$dir/named-2.txt" ||
	fail "expected the comparison to name the function" "$dir/named-2.txt"
sed 's/^\(entry.null_syscall path=syscall warm:\) .*/\1 5*5 in 1000/' "$dir/baseline.txt" >"$dir/wrong.txt"
run unknown --image "$dir/after.elf" --baseline "$dir/wrong.txt" --explain "$dir/before.elf"
[ $status -eq 1 ] && grep -q 'causes are unknown$' "$dir/unknown.txt" && ! grep -q 'by function' "$dir/unknown.txt" ||
	fail "expected sums that differ to be no causes" "$dir/unknown.txt"
# A boot that fails is no cause, and the gate says so.
head -c 4096 "$dir/before.elf" >"$dir/cut.elf"
run failed --image "$dir/after.elf" --baseline "$dir/baseline.txt" --explain "$dir/cut.elf"
[ $status -eq 1 ] && grep -q 'entry.null_syscall .*explain` failed; causes are unknown$' "$dir/failed.txt" &&
	! grep -q 'by function' "$dir/failed.txt" || fail "expected a failed boot to be named" "$dir/failed.txt"
# The suggested commands work, with FILE replaced.
sed -n "s,^  \\(bareline explain .*\\),\\1,; s, FILE\$, $dir/before.elf,; /^bareline explain/p" "$dir/after.txt" >"$dir/lines"
mkdir "$dir/lined"
(PATH=$(cd "$build" && pwd):$PATH && cd "$dir/lined" && sh -e "$dir/lines") >"$dir/lined.txt" 2>&1 ||
	fail "the suggested commands of the gate fail" "$dir/lined.txt"
grep -q '^ *system_call_nothing  *metal  *itself  *+1 ' "$dir/lined.txt" ||
	fail "expected the suggested commands to name the nop" "$dir/lined.txt"
# Only the metric that differs from the baseline is named.
sed 's/^\(entry.null_syscall path=syscall warm:\) .*/\1 5*5 in 1000/' "$dir/baseline.txt" >"$dir/other.txt"
run own --baseline "$dir/other.txt"
grep -q -x '  bareline explain entry.null_syscall path=syscall -o explain-new' "$dir/own.txt" || fail "the gate names more than was given" "$dir/own.txt"
"$build/bareline" compare "$dir/before" "$dir/after" >"$dir/offer.txt" 2>&1 &&
	fail "expected the comparison to find a change" "$dir/offer.txt"
offer=$(sed -n 's/^  \(bareline explain .* --compare .* path=int_gate\)$/\1/p' "$dir/offer.txt")
mkdir "$dir/offered"
(PATH=$(cd "$build" && pwd):$PATH && cd "$dir/offered" && sh -c "$offer") >"$dir/offered.txt" 2>&1 ||
	fail "the suggested command fails: $offer" "$dir/offered.txt"
grep -q '^ *system_call_nothing  *metal  *itself  *+1 ' "$dir/offered.txt" ||
	fail "expected the suggested command to name the nop: $offer" "$dir/offered.txt"
rm "$dir/before.elf"
"$build/bareline" compare "$dir/before" "$dir/after" >"$dir/offer.txt" 2>&1 &&
	fail "expected the comparison to find a change" "$dir/offer.txt"
! grep -q 'bareline explain' "$dir/offer.txt" ||
	fail "a removed image must not be suggested" "$dir/offer.txt"

# ---- Unexplainable input ----

must_refuse kvm 2 'cannot be counted by function' \
	"$build/bareline" explain null.timing -- --accel kvm
must_refuse none 2 'no benchmark selected' "$build/bareline" explain
must_refuse unknown 2 'no metric matches' \
	"$build/bareline" explain --show "$dir/first" entry.nothing
must_refuse other-image 2 'not the program that ran' \
	"$build/bareline" explain --show "$dir/first" '*' -- --image "$nop"
cat >"$dir/other-qemu" <<'END'
#!/bin/sh
[ "$1" != --version ] || { echo "QEMU emulator version 99.0"; exit; }
echo "plugin requires API version 1, but this QEMU supports only a minimum version of 9" >&2
exit 1
END
chmod +x "$dir/other-qemu"
must_refuse other-qemu 1 'cannot load the plugin' \
	"$build/bareline" explain null.timing -o "$dir/other" -- --qemu "$dir/other-qemu"
mkdir -p "$dir/alone"
cp "$build/bareline" "$dir/alone"
must_refuse no-plugin 2 'bareline-plugin.so' "$dir/alone/bareline" explain null.timing -o "$dir/alone/run"
cp -R "$dir/first" "$dir/uncounted-run"
rm "$dir/uncounted-run/counts.txt"
must_refuse no-counts 2 'counts.txt: No such file' \
	"$build/bareline" explain --show "$dir/uncounted-run" '*'
cp "$dir/metal/counts.txt" "$dir/uncounted-run"
must_refuse other-counts 2 'not of the same run' \
	"$build/bareline" explain --show "$dir/uncounted-run" '*'
mkdir -p "$dir/notes"
echo mine >"$dir/notes/counts.txt"
echo mine >"$dir/notes/program-1.elf"
must_refuse foreign-counts 2 'counts.txt: not written by this command' \
	"$build/bareline" explain null.timing -o "$dir/notes"
[ "$(cat "$dir/notes/counts.txt" "$dir/notes/program-1.elf")" = "$(printf 'mine\nmine')" ] || fail 'explain replaced a file of another program'
echo 'not of a plugin' >"$dir/uncounted-run/counts.txt"
must_refuse no-trace 2 'not an instruction profile of the plugin' \
	"$build/bareline" explain --show "$dir/uncounted-run" '*'
head -c 1000 "$dir/first/counts.txt" >"$dir/first/short" && mv "$dir/first/short" "$dir/first/counts.txt"
must_refuse cut 2 'not a line of the plugin' "$build/bareline" explain --show "$dir/first" '*'
