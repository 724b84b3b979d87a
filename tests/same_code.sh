#!/bin/sh
# SPDX-License-Identifier: MIT
# Kernel and Linux process time the same instructions: every function of bench/ and lib/ that the
# kernel holds is disassembled in both programs and compared, but for the addresses that each
# program's linker filled in; and between the two clock reads of the timed window there is one call
# and nothing else. Code that differs is planted afterwards, and has to be found.
# usage: tests/same_code.sh BUILD
set -eu

here=$(dirname "$0")
build=$1
dir=$build/same-code
linker=${LD:-ld}
. "$here/expect.sh"

rm -rf "$dir"
mkdir -p "$dir"

# usage: list_functions PROGRAM; a line an instruction of what comes from bench/ and lib/: where the
# function is defined, its name, and the instruction without what depends on where things lie. What
# a macro of the assembler made has no line of its source, so assembly is known by its name alone.
list_functions()
{
	nm "$build"/measured-obj/bench/*/*.S.o | awk '$2 == "T" { print $3 }' >"$dir/assembly"
	nm -l "$1" >"$dir/symbols"
	objdump -d --no-show-raw-insn "$1" >"$dir/disassembly"
	awk '
		# Where a jump or call goes to is told by symbol and offset.
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
		# Between two functions there may be more of these in one program.
		/^(data16 |cs |xchg +%ax,%ax|nop)/ {
			padding = padding line
			next
		}
		{
			printf "%s%s", padding, line
			padding = ""
		}' "$dir/assembly" "$dir/symbols" "$dir/disassembly"
}

# usage: compare_listings KERNEL-LISTING PROCESS-LISTING; what only the process has was dropped by
# the kernel's linker, because nothing calls it there.
compare_listings()
{
	awk -F '\t' '
		function report(key, kernel, process) {
			if (!(key in reported))
				printf "%s differs:\n  kernel   %s\n  process  %s\n", key, kernel, process
			reported[key] = 1
			differ = 1
		}
		# The kernel lies in the highest 2 GiB, the process from 4 MiB to 8.
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
					fail("no fence behind a clock read: " instruction[end[i]])
			}
			for (i = end[1] + 1; i < read[2] - 1; i++)
				inside = inside "; " instruction[i]
			print "in the window:" substr(inside, 2)
			if (read[2] - 1 - end[1] != 2 || instruction[end[1] + 1] !~ /^call /)
				fail("there is not one call alone")
		}'
}

is_nowhere()
{
	! nm "$build/kernel.elf" "$build/bareline-linux" | grep " $1\$"
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

# A program of one object, whatever that would need besides.
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
	expect "the window of $side holds one call" window_is_tight "$build/$side"
	cat "$dir/said"
done
list_functions "$build/kernel.elf" >"$dir/kernel.list"
list_functions "$build/bareline-linux" >"$dir/process.list"
expect 'kernel and process run the same code' compare_listings "$dir/kernel.list" \
	"$dir/process.list"
cat "$dir/said"
expect 'every loop in assembly was compared' has_all_loops
for wrapper in tsc_read_fenced pmc_fence rdpmc; do
	expect "$wrapper is never called" is_nowhere $wrapper
done

# Planted: the runner built for size, and an instruction more in the window.
object=measured-obj/bench/engine/measure.c.o
make -s BUILD="$build/same-code/small" MEASURED_OPTIMISATION=-Os \
	"$build/same-code/small/$object" >/dev/null
link_alone "$build/$object" "$dir/as-built"
link_alone "$dir/small/$object" "$dir/small.elf"
list_functions "$dir/as-built" >"$dir/as-built.list"
list_functions "$dir/small.elf" >"$dir/small.list"
expect 'an object is like itself' compare_listings "$dir/as-built.list" "$dir/as-built.list"
expect 'code built for size is found' differs "$dir/as-built.list" "$dir/small.list"

sed 's/call \*%rcx/nop; call *%rcx/' "$here/../bench/engine/time_run.S" >"$dir/wide.S"
${CC:-gcc} -c -o "$dir/wide.o" "$dir/wide.S"
link_alone "$dir/wide.o" "$dir/wide.elf"
expect 'an instruction more in the window is found' window_is_wide "$dir/wide.elf"
sum_up
