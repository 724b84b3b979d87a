# SPDX-License-Identifier: MIT
# Make a program's own symbol table, an assembly source, from `nm -n`: every function's address and
# name in ascending order, for backtraces. Only text symbols: the table lies after all text, so its
# growth between the two links moves no function. lib/backtrace.h has its format.

BEGIN {
	print "\t.section .symbols, \"a\""
	print "\t.balign 8"
	print "\t.globl image_symbols, image_symbol_count"
	print "image_symbols:"
}

$2 == "t" || $2 == "T" {
	printf "\t.long 0x%s, .Lname%d - image_symbols\n", substr($1, length($1) - 7), count
	names[count++] = $3
}

END {
	print "\t.balign 8"
	print "image_symbol_count:"
	printf "\t.quad %d\n", count
	for (i = 0; i < count; i++)
		printf ".Lname%d:\n\t.asciz \"%s\"\n", i, names[i]
	print "\t.section .note.GNU-stack, \"\", @progbits"
}
