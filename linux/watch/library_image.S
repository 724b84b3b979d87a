/* SPDX-License-Identifier: MIT */
/* The library of library.c as data. */

	.section .rodata, "a", @progbits
	.globl watch_library
	.globl watch_library_end
	.balign 16
watch_library:
	.incbin WATCH_LIBRARY
watch_library_end:

	.section .note.GNU-stack, "", @progbits
