/* SPDX-License-Identifier: MIT */
/* A chain of stores and loads through memory: see store_forward_loops_x86.S. x0 is ctx, whose state
 * pointer is at offset 0; x1 counts down; x2 is the buffer plus the offset; x3 the chain. */
#include "bench/mem/store_forward.h"

/* Offsets of an eight-byte access that is half on the next line, and half on the next page. LDR's
 * scaled offset cannot have these values, so they are added to x2. */
	.set across_lines, 64 - 4
	.set across_pages, 4096 - 4

	.macro pairs name, store, load, offset=0
	.globl store_forward_\name
	.type store_forward_\name, %function
	.balign 64
store_forward_\name:
	ldr x2, [x0]
	ldr x2, [x2]
	.if \offset
	mov x4, #\offset
	add x2, x2, x4
	.endif
1:	.rept STORE_FORWARD_PAIRS
	\store
	\load
	.endr
	subs x1, x1, #STORE_FORWARD_PAIRS
	b.hi 1b
	ret
	.size store_forward_\name, . - store_forward_\name
	.endm

/* Two stores of four bytes for one load of eight. */
	.macro store_two_halves
	str w3, [x2]
	str w3, [x2, #4]
	.endm

	.text

/* The load equals the store. */
	pairs same, "str x3, [x2]", "ldr x3, [x2]"
	pairs same_byte, "strb w3, [x2]", "ldrb w3, [x2]"

/* The store contains the load. */
	pairs low_half, "str x3, [x2]", "ldr w3, [x2]"
	pairs high_half, "str x3, [x2]", "ldr w3, [x2, #4]"
	pairs inner_byte, "str x3, [x2]", "ldrb w3, [x2, #3]"

/* The load is larger than the store. */
	pairs wider, "str w3, [x2]", "ldr x3, [x2]"
	pairs two_stores, "store_two_halves", "ldr x3, [x2]"
	pairs overlap, "str x3, [x2]", "ldur x3, [x2, #4]"

/* The load equals the store, across a line or page boundary. */
	pairs line_split, "str x3, [x2]", "ldr x3, [x2]", across_lines
	pairs page_split, "str x3, [x2]", "ldr x3, [x2]", across_pages

	.section .note.GNU-stack, "", %progbits
