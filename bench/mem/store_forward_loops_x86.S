/* SPDX-License-Identifier: MIT */
/* A chain of stores and loads through memory: each loaded value is stored next. They are in
 * assembly because size and offset of each access are the measurement. An iteration is
 * STORE_FORWARD_PAIRS pairs and loop control, which is off the chain.
 *
 * %rdi is ctx, whose state pointer is at offset 0; %rsi counts down; %rdx is the buffer; %rax the
 * chain. */
#include "bench/mem/store_forward.h"

/* Offsets of an eight-byte access that is half on the next line, and half on the next page. */
	.set across_lines, 64 - 4
	.set across_pages, 4096 - 4

	.macro pairs name, store, load
	.globl store_forward_\name
	.type store_forward_\name, @function
	.balign 64
store_forward_\name:
	mov (%rdi), %rdx
	mov (%rdx), %rdx
1:	.rept STORE_FORWARD_PAIRS
	\store
	\load
	.endr
	sub $STORE_FORWARD_PAIRS, %rsi
	ja 1b
	ret
	.size store_forward_\name, . - store_forward_\name
	.endm

/* Two stores of four bytes for one load of eight. */
	.macro store_two_halves
	mov %eax, (%rdx)
	mov %eax, 4(%rdx)
	.endm

	.text

/* The load equals the store. */
	pairs same, "mov %rax, (%rdx)", "mov (%rdx), %rax"
	pairs same_byte, "mov %al, (%rdx)", "movzbl (%rdx), %eax"

/* The store contains the load. */
	pairs low_half, "mov %rax, (%rdx)", "mov (%rdx), %eax"
	pairs high_half, "mov %rax, (%rdx)", "mov 4(%rdx), %eax"
	pairs inner_byte, "mov %rax, (%rdx)", "movzbl 3(%rdx), %eax"

/* The load is larger than the store. */
	pairs wider, "mov %eax, (%rdx)", "mov (%rdx), %rax"
	pairs two_stores, "store_two_halves", "mov (%rdx), %rax"
	pairs overlap, "mov %rax, (%rdx)", "mov 4(%rdx), %rax"

/* The load equals the store, across a line or page boundary. */
	pairs line_split, "mov %rax, across_lines(%rdx)", "mov across_lines(%rdx), %rax"
	pairs page_split, "mov %rax, across_pages(%rdx)", "mov across_pages(%rdx), %rax"

	.section .note.GNU-stack, "", @progbits
