/* SPDX-License-Identifier: MIT */
/* A chain of stores and loads through memory: see store_forward_loops_x86.S. a0 is ctx, whose state
 * pointer is at offset 0; a1 counts down; a2 is the buffer plus the offset; a3 the chain. Loads are
 * unsigned, as those of x86-64. */
#include "bench/mem/store_forward.h"

/* Offsets of an eight-byte access that is half on the next line, and half on the next page. */
	.set across_lines, 64 - 4
	.set across_pages, 4096 - 4

	.macro pairs name, store, load, offset=0
	.globl store_forward_\name
	.type store_forward_\name, %function
	.balign 64
store_forward_\name:
	ld a2, (a0)
	ld a2, (a2)
	.if \offset
	li a4, \offset
	add a2, a2, a4
	.endif
1:	.rept STORE_FORWARD_PAIRS
	\store
	\load
	.endr
	addi a1, a1, -STORE_FORWARD_PAIRS
	bgtz a1, 1b
	ret
	.size store_forward_\name, . - store_forward_\name
	.endm

/* Two stores of four bytes for one load of eight. */
	.macro store_two_halves
	sw a3, 0(a2)
	sw a3, 4(a2)
	.endm

	.text

/* The load equals the store. */
	pairs same, "sd a3, 0(a2)", "ld a3, 0(a2)"
	pairs same_byte, "sb a3, 0(a2)", "lbu a3, 0(a2)"

/* The store contains the load. */
	pairs low_half, "sd a3, 0(a2)", "lwu a3, 0(a2)"
	pairs high_half, "sd a3, 0(a2)", "lwu a3, 4(a2)"
	pairs inner_byte, "sd a3, 0(a2)", "lbu a3, 3(a2)"

/* The load is larger than the store. */
	pairs wider, "sw a3, 0(a2)", "ld a3, 0(a2)"
	pairs two_stores, "store_two_halves", "ld a3, 0(a2)"
	pairs overlap, "sd a3, 0(a2)", "ld a3, 4(a2)"

/* The load equals the store, across a line or page boundary. */
	pairs line_split, "sd a3, 0(a2)", "ld a3, 0(a2)", across_lines
	pairs page_split, "sd a3, 0(a2)", "ld a3, 0(a2)", across_pages

	.section .note.GNU-stack, "", %progbits
