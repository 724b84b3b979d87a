#!/bin/sh
# SPDX-License-Identifier: MIT
# The user's instructions. Counts of known sequences are exact, in ring 3 and ring 0 of bare metal,
# and in a process of Linux. A sequence that faults, hangs, jumps away, overwrites its stack or leaves
# registers changed has a record, and the next one has the usual count. Random bytes are survived.
# Text that does not assemble is refused by its line.
# usage: tests/code/code.sh BUILD [long]
set -u

build=$1
length=${2:-}
dir=$build/code-test$length
rm -rf "$dir"
mkdir -p "$dir"
. "$(dirname "$0")/../expect.sh"
LIMIT_SECONDS=1800      # reached only after an error, even on a busy host

# usage: code NAME ARGUMENT...; the exit status is the run's
code()
{
	name=$1
	shift
	"$build/bareline" run --timeout $LIMIT_SECONDS -q -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1
}

# usage: measures NAME ARGUMENT...; the run succeeds
measures()
{
	code "$@" || { cat "$dir/$1.txt"; false; }
}

# usage: aborts NAME ARGUMENT...; the run ends, with faults
aborts()
{
	exits_with 1 code "$@" && grep -qa '^@end .* status=complete ' "$dir/$1/serial.log"
}

# Columns of the table, one row a line. usage: rows NAME COLUMN...
rows()
{
	name=$1
	shift
	"$build/bareline" show --json "$dir/$name" | python3 -c '
import json, sys
for table in json.load(sys.stdin)["tables"]:
	for row in table["rows"] if table["name"] == "code.sequences" else []:
		values = [row.get(name) for name in sys.argv[1:]]
		print(*(value["value"] if isinstance(value, dict) else value for value in values), sep="\t")
' "$@"
}

# usage: counts NAME EXPECTED; medians are these, and exact
counts()
{
	rows "$1" median >"$dir/counts"
	[ "$(tr '\n' ' ' <"$dir/counts")" = "$2" ] || { cat "$dir/counts"; false; }
}

# usage: verdict NAME SOURCE PATTERN; the row of a sequence has this verdict
verdict()
{
	rows "$1" source verdict >"$dir/verdicts"
	awk -F '\t' -v source="$2" '$1 == source {print $2}' "$dir/verdicts" | grep -q "$3" ||
		{ cat "$dir/verdicts"; false; }
}

cat >"$dir/known" <<'END'
# one to eight instructions
imul rax, rcx
imul rax, rcx; add rbx, 1
mov r14, [r14]  | mov [r14], r14
push rax; pop rbx; nop
div rcx         | mov ecx, 3
mulpd xmm0, xmm1; addpd xmm0, xmm2
xor eax, eax; cpuid
mov eax, 5; 1: dec eax; jnz 1b
END
KNOWN="1.0 2.0 1.0 3.0 1.0 2.0 2.0 11.0 "

if [ -n "$length" ]; then
	expect "counts in a process of Linux are exact" \
		measures linux --deterministic --linux --asm-file "$dir/known"
	expect "and the known ones" counts linux "$KNOWN"
	expect "1000 sequences of random bytes are survived, or the run says so" \
		python3 -B tests/code/code_random.py "$build" 1000 7
	sum_up
	exit
fi

# ---- Exact counts ----

expect "known sequences run in ring 3" measures ring3 --deterministic --asm-file "$dir/known"
expect "counts in ring 3 are the instructions" counts ring3 "$KNOWN"
expect "known sequences run in ring 0" \
	measures ring0 --deterministic --ring 0 --asm-file "$dir/known" --asm 'mov rax, cr0' \
	--unroll 7 --loop 3 --code-page 2m
expect "counts in ring 0 are the instructions" counts ring0 "1.0 $KNOWN"
measures again --deterministic --asm-file "$dir/known"
expect "two runs have the same records" cmp "$dir/ring3/serial.log" "$dir/again/serial.log"
other=$(rows ring0 sequence | tail -n 1)
expect "another number of copies is another metric" \
	says_nothing_of "$other" rows ring3 sequence
expect "the manifest has the code" \
	grep -q '"code": "480fafc1"' "$dir/ring3/manifest.json"
expect "a baseline compares sequences" measures base --deterministic --asm 'add rax, 1' \
	--baseline "$dir/baseline" --update
expect "and finds them unchanged" measures compared --deterministic --asm 'add rax, 1' \
	--baseline "$dir/baseline" --strict

# ---- Sequences that fail ----

cat >"$dir/failing" <<'END'
mov rax, [0]
ud2
jmp rsi
mov rsp, 0x1234; push rax
1: push rax; jmp 1b
push 0x40302; popfq; nop
std
mov gs, ecx; mov fs, ecx; mov ds, ecx; mov es, ecx
mov eax, 39; syscall
int 0x81
fninit; fld1; push 0; ldmxcsr [rsp]; pop rax
hlt
add rax, 1
END
expect "sequences that fail in ring 3 end" aborts bad3 --accel tcg --asm-file "$dir/failing"
expect "a fault is found by its byte" verdict bad3 'mov rax, [0]' 'page fault at 0x0, at byte 0'
expect "a jump away is a fault" verdict bad3 'jmp rsi' 'page fault at 0x100010c0000, outside'
expect "a bad stack is a fault" verdict bad3 'mov rsp, 0x1234; push rax' 'page fault at 0x122c'
expect "the end of the stack is a fault" verdict bad3 '1: push rax; jmp 1b' 'page fault at '
expect "single steps are a fault" verdict bad3 'push 0x40302; popfq; nop' 'debug exception'
expect "a system call is refused" verdict bad3 'mov eax, 39; syscall' 'invalid opcode'
expect "a privileged instruction is refused" verdict bad3 'hlt' 'general protection'
expect "leaving early is an error" verdict bad3 'int 0x81' 'without reaching its end'
expect "the sequence after all of them has a result" verdict bad3 'add rax, 1' '^None$'
expect "nine of them fault" [ "$(grep -ca '^@fault' "$dir/bad3/serial.log")" = 9 ]

cat >"$dir/failing0" <<'END'
mov rax, cr0; or rax, 8; mov cr0, rax; fnop
mov eax, 0x401; mov dr7, rax
mov ecx, 0xc0000101; xor eax, eax; xor edx, edx; wrmsr
mov gs, edi; ud2
sti
mov eax, 15; mov cr8, rax
mov rsp, 0x1234; push rax
push 0x40702; popfq; nop
int 0x80
int 14
cli; 1: hlt; jmp 1b
mov rax, cr4; btr rax, 7; mov cr4, rax
add rax, 1
END
printf '.fill 65536, 1, 0x90\n' >"$dir/long.s"
expect "sequences that fail in ring 0 end" \
	aborts bad0 --accel tcg --ring 0 --asm-file "$dir/failing0" --code "$dir/long.s"
expect "a changed CR0 is restored" verdict bad0 \
	'mov rax, cr0; or rax, 8; mov cr0, rax; fnop' 'device not available'
expect "a fault without the GS base is reported" verdict bad0 'mov gs, edi; ud2' 'invalid opcode'
expect "a bad stack in ring 0 is a fault" verdict bad0 'mov rsp, 0x1234; push rax' 'page fault at'
expect "a halt with interrupts off is a timeout" verdict bad0 'cli; 1: hlt; jmp 1b' 'time limit'
expect "64 KiB of code run" verdict bad0 'long.s' '^None$'
expect "the sequence after all of them has a result" verdict bad0 'add rax, 1' '^None$'

# usage: dies NAME ARGUMENT...; the run ends with the machine, and says so
dies()
{
	exits_with 1 code "$@" && grep -q 'reset or powered off' "$dir/$1.txt"
}

expect "a machine that dies is reported" \
	dies dead --accel tcg --ring 0 --asm 'add rax, 1' --asm 'lidt [rdi]; ud2' --asm 'add rbx, 1'
expect "the sequence is named" verdict dead 'lidt [rdi]; ud2' 'log ends here'
expect "earlier results are kept" verdict dead 'add rax, 1' '^None$'

# ---- A process ----

"$build/bareline" run --asm-file "$dir/failing" --asm '1: jmp 1b' --asm 'mov eax, 39; syscall; nop' \
	--code-output "$dir/list"
process_aborts()
{
	exits_with 1 "$build/bareline-linux" --code "$dir/list" -q -o "$dir/process" &&
		grep -qa '^@end .* status=complete ' "$dir/process"
}

expect "a process survives all sequences" process_aborts
expect "a hang of a process is a timeout" verdict process '1: jmp 1b' 'time limit'
expect "a harmless system call is permitted" \
	verdict process 'mov eax, 39; syscall; nop' '^None$'
expect "the last sequence has a result" verdict process 'add rax, 1' '^None$'
printf 'no list\n' >"$dir/none"
expect "another file is refused" says 'not a list' 2 "$build/bareline-linux" --code "$dir/none"

# ---- Random bytes ----

expect "30 sequences of random bytes are survived, or the run says so" \
	python3 -B tests/code/code_random.py "$build" 30 1

# ---- Text and files that cannot be used ----

printf 'nop\n\nimul raxx, rcx\n' >"$dir/wrong"
expect "a line that does not assemble is named" \
	says 'wrong:3: ' 2 "$build/bareline" run --asm-file "$dir/wrong"
expect "an unknown symbol is named" \
	says 'relocation at byte 1, of symbol foo' 2 "$build/bareline" run --asm 'call foo'
brackets()
{
	text=$(printf '[%.0s' $(seq 600))
	says 'the assembler was ended, because it took more than 10 s, or wrote' 2 \
		timeout 60 "$build/bareline" run --asm "mov rax, $text"
}
expect "600 brackets take seconds at most" brackets
expect "too much code is refused" \
	says '65537 bytes of code' 2 "$build/bareline" run --asm '.fill 65537, 1, 0x90'
: >"$dir/empty.bin"
expect "an empty file is refused" says 'no code' 2 "$build/bareline" run --code "$dir/empty.bin"
expect "a program is no object file" \
	says 'not an object file' 2 "$build/bareline" run --code "$build/bareline"
expect "the same sequence twice is refused" \
	says 'given twice' 2 "$build/bareline" run --asm nop --asm nop
expect "options without code are refused" says 'add --asm' 2 "$build/bareline" run --unroll 5
expect "ring 0 of a process is refused" \
	says 'no privileges' 2 "$build/bareline" run --linux --ring 0 --asm nop
sum_up
