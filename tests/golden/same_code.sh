#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernel and Linux process must time the same instructions. Disassembles every function of bench/
# and lib/ in both programs and compares them, except for addresses filled in by the linkers.
# Between the two clock reads of the timed window must be exactly one call. Every C file of both
# programs must be compiled with -O2, also those without a counterpart, and flushed caches need a
# WBINVD, which emulators ignore. The measured loops are those of loops.txt. include/bareline.h reads
# the clock by the same instructions. Then adds differing code, which must be found.
# usage: tests/golden/same_code.sh BUILD
set -eu

here=$(dirname "$0")/..
build=$1
dir=$build/same-code
linker=${LD:-ld}
. "$here/expect.sh"

rm -rf "$dir"
mkdir -p "$dir"

# usage: list_functions PROGRAM; one line per instruction of bench/ and lib/: the file of the
# function, its name, and the instruction without position-dependent parts. Assembler macros have no
# source line, so assembly functions are identified by name alone.
list_functions()
{
	nm "$build"/measured-obj/bench/*/*.S.o | awk '$2 == "T" { print $3 }' >"$dir/assembly"
	nm -l "$1" >"$dir/symbols"
	objdump -d --no-show-raw-insn "$1" >"$dir/disassembly"
	awk '
		# The target of a jump or call is written as symbol and offset.
		function without_target(text) {
			if (match(text, /[0-9a-f]+ </))
				return substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH - 1)
			return text
		}
		FNR == 1 { file++ }
		file == 1 { is_assembly[$1] = 1; next }
		file == 2 && $2 == "T" && $3 in is_assembly { known[$1] = "assembly " $3 }
		file == 2 && $4 ~ /^(\.\/)+(bench|lib)\// && $2 ~ /^[tT]$/ && !($1 in known) {
			sub(/:[0-9]*$/, "", $4)
			known[$1] = $4 " " $3
		}
		file == 2 { next }
		/^[0-9a-f]+ <.*>:$/ {
			key = known[$1]
			padding = ""
			next
		}
		key == "" || !/^ *[0-9a-f]+:\t/ { next }
		{
			sub(/^ *[0-9a-f]+:\t/, "")
			sub(/ *#.*/, "")
			gsub(/-?0x[0-9a-f]+\(%rip\)/, "(%rip)")
			line = key "\t" without_target($0) "\n"
		}
		# Padding between functions may differ between the programs.
		/^(data16 |cs |xchg +%ax,%ax|nop)/ {
			padding = padding line
			next
		}
		{
			printf "%s%s", padding, line
			padding = ""
		}' "$dir/assembly" "$dir/symbols" "$dir/disassembly"
}

# usage: compare_listings KERNEL-LISTING PROCESS-LISTING; functions only in the process were dropped by
# the kernel's linker, because the kernel never calls them.
compare_listings()
{
	awk -F '\t' '
		function report(key, kernel, process) {
			if (!(key in reported))
				printf "%s differs:\n  kernel   %s\n  process  %s\n", key, kernel, process
			reported[key] = 1
			differ = 1
		}
		# The kernel is in the highest 2 GiB, the process between 4 MiB and 8 MiB.
		function same(kernel, process) {
			if (kernel == process)
				return 1
			gsub(/0xffffffff8[0-9a-f]+|-0x7f[0-9a-f]+/, "ADDRESS", kernel)
			gsub(/0x[4-7][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]/, "ADDRESS", process)
			return kernel == process
		}
		NR == FNR { process[$1, ++lengths[$1]] = $2; next }
		{
			line = ++lines[$1]
			if (!same($2, process[$1, line]))
				report($1, $2, process[$1, line])
		}
		END {
			for (key in lines) {
				functions++
				if (lines[key] != lengths[key])
					report(key, lines[key] " instructions", lengths[key] + 0)
			}
			print functions + 0 " functions compared"
			exit differ || functions == 0
		}' "$2" "$1"
}

# usage: window_is_tight PROGRAM
window_is_tight()
{
	objdump -d --no-show-raw-insn --disassemble=time_run "$1" | awk '
		/^ *[0-9a-f]+:\t/ {
			sub(/^ *[0-9a-f]+:\t/, "")
			instruction[++count] = $0
			if ($1 == "rdtsc")
				read[++reads] = count
		}
		function fail(why) { print why; failed = 1; exit 1 }
		END {
			if (failed)
				exit 1
			if (reads != 2)
				fail("time_run reads the clock " reads + 0 " times")
			for (i = 1; i <= 2; i++) {
				if (instruction[read[i] - 1] !~ /^lfence/)
					fail("no fence before a clock read")
				end[i] = read[i] + 1
				while (instruction[end[i]] ~ /^mov +%e[ad]x,%[a-z0-9]+$/)
					end[i]++
				if (instruction[end[i]] !~ /^lfence/)
					fail("no fence after a clock read: " instruction[end[i]])
			}
			for (i = end[1] + 1; i < read[2] - 1; i++)
				inside = inside "; " instruction[i]
			print "in the window:" substr(inside, 2)
			if (read[2] - 1 - end[1] != 2 || instruction[end[1] + 1] !~ /^call /)
				fail("expected exactly one call")
		}'
}

is_absent()
{
	! nm "$build/kernel.elf" "$build/bareline-linux" | grep " $1\$"
}

# usage: is_optimised PROGRAM; by the flags that the compiler leaves in the debug information, if it does
is_optimised()
{
	readelf --debug-dump=info --dwarf-depth=1 "$1" | awk '
		/DW_AT_producer/ { is_c = /GNU C[0-9]/; is_right = / -O2( |$)/ && !/ -O([013gsz]|fast)?( |$)/ }
		/DW_AT_name/ && is_c {
			files++
			if (!is_right) {
				print $NF " is not compiled with -O2"
				bad = 1
			}
		}
		/DW_AT_producer/ && !is_c { others++ }
		END {
			print files + 0 " files in C"
			exit bad || files + others == 0
		}'
}

is_not_optimised()
{
	! is_optimised "$1" && grep -q 'is not compiled with -O2' "$dir/expect.out"
}

flushes_caches()
{
	objdump -d --no-show-raw-insn --disassemble=platform_interrupt_trial "$build/kernel.elf" |
		grep -w wbinvd
}

# A CPU that acknowledges a shootdown first can still use the page, and no emulator keeps it in a TLB.
drops_page_first()
{
	objdump -d --no-show-raw-insn --disassemble=invalidate "$build/kernel.elf" |
		grep -o -w -e invlpg -e lock | tr '\n' ' ' | grep '^invlpg lock $'
}

has_all_loops()
{
	while read -r name; do
		grep -q "^assembly $name	" "$dir/kernel.list" || {
			echo "$name is not compared"
			return 1
		}
	done <"$dir/assembly"
}

# A program with this one object, without its dependencies.
link_alone()
{
	"$linker" --unresolved-symbols=ignore-all -e 0 -Ttext=0x401000 -o "$2" "$1" 2>/dev/null
}

differs()
{
	! compare_listings "$1" "$2"
}

window_is_wide()
{
	! window_is_tight "$1"
}

for side in kernel.elf bareline-linux; do
	expect "the window of $side has one call" window_is_tight "$build/$side"
	cat "$dir/expect.out"
done
for side in kernel.elf bareline-linux; do
	expect "every file of $side is optimized" is_optimised "$build/$side"
	cat "$dir/expect.out"
done
expect 'a trial with flushed caches executes WBINVD' flushes_caches
expect 'a CPU drops a page before it acknowledges a shootdown' drops_page_first
list_functions "$build/kernel.elf" >"$dir/kernel.list"
list_functions "$build/bareline-linux" >"$dir/process.list"
expect 'kernel and process run the same code' compare_listings "$dir/kernel.list" \
	"$dir/process.list"
cat "$dir/expect.out"
expect 'every assembly loop was compared' has_all_loops
expect 'each measured loop is as declared in tests/golden/loops.txt' \
	python3 "$here/golden/loops.py" "$build"

# usage: clock_of HEADER FUNCTION; the instructions of one reading of a header's clock
clock_of()
{
	printf '#include "%s"\nunsigned long long read_clock(void) { return %s(); }\n' "$1" "$2" \
		>"$dir/clock.c"
	${CC:-gcc} -std=c11 -O2 -ffreestanding -fcf-protection=none -I"$here/.." -c -o "$dir/clock.o" \
		"$dir/clock.c" || return 1
	objdump -d --no-show-raw-insn --disassemble=read_clock "$dir/clock.o" |
		sed -n 's/^ *[0-9a-f]*:\t//p' | tee "$dir/clock.list"
}

# usage: reads_clock_alike HEADER; as ours does, with a fence on either side
reads_clock_alike()
{
	[ "$(clock_of lib/x86/tsc.h clock_read)" = "$(clock_of "$1" bl_clock)" ] &&
		[ "$(tr '\n' ' ' <"$dir/clock.list" | grep -c 'lfence *rdtsc *lfence')" = 1 ]
}

reads_clock_otherwise()
{
	! reads_clock_alike "$1"
}

expect 'include/bareline.h reads the clock as bench/ does' reads_clock_alike include/bareline.h
sed 's/"lfence\\n\\trdtsc/"rdtsc/' "$here/../include/bareline.h" >"$dir/begin.h"
sed 's/rdtsc\\n\\tlfence"/rdtsc"/' "$here/../include/bareline.h" >"$dir/end.h"
for fence in begin end; do
	expect "a clock without the fence at its $fence is found" reads_clock_otherwise "$dir/$fence.h"
done
for wrapper in clock_read pmc_fence rdpmc; do
	expect "$wrapper is never called" is_absent $wrapper
done

# Injected differences: the runner optimized for size, and an extra instruction in the window.
object=measured-obj/bench/engine/measure.c.o
make -s BUILD="$build/same-code/small" MEASURED_OPTIMISATION=-Os \
	"$build/same-code/small/$object" >/dev/null
link_alone "$build/$object" "$dir/as-built"
link_alone "$dir/small/$object" "$dir/small.elf"
list_functions "$dir/as-built" >"$dir/as-built.list"
list_functions "$dir/small.elf" >"$dir/small.list"
expect 'an object equals itself' compare_listings "$dir/as-built.list" "$dir/as-built.list"
expect 'code optimized for size is found' differs "$dir/as-built.list" "$dir/small.list"
expect 'a file optimized for size is found' is_not_optimised "$dir/small.elf"

sed 's/call \*%rcx/nop; call *%rcx/' "$here/../bench/engine/time_run_x86.S" >"$dir/wide.S"
${CC:-gcc} -c -o "$dir/wide.o" "$dir/wide.S"
link_alone "$dir/wide.o" "$dir/wide.elf"
expect 'an extra instruction in the window is found' window_is_wide "$dir/wide.elf"

# A loop with the same number of instructions, but another register.
mkdir -p "$dir/measured-obj/bench/mem"
sed 's/mov (%rax), %rax/mov (%rdx), %rax/' "$here/../bench/mem/chase_x86.S" |
	${CC:-gcc} -I"$here/.." -x assembler-with-cpp -c -o "$dir/measured-obj/bench/mem/chase_x86.S.o" -
expect 'another operand of a loop is found' sh -c '
	! python3 "$1/golden/loops.py" "$2" >"$2/loops.out" &&
		grep -q "^chase_run differs" "$2/loops.out"' sh "$here" "$dir"
sum_up
