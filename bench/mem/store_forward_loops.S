/* SPDX-License-Identifier: MIT */
/* Store and load in a chain through memory: what is loaded is what is stored next. In assembly
 * because size and place of each access are the measurement. A turn is STORE_FORWARD_PAIRS pairs
 * and loop control, which is off the chain.
 *
 * %rdi is ctx, whose state pointer is at offset 0; %rsi counts down; %rdx is the buffer; %rax the
 * chain. */
#include "bench/mem/store_forward.h"

/* Where an access of eight bytes lies half on the next line, and half on the next page. */
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

/* A load of eight bytes that two stores of four make up. */
	.macro store_two_halves
	mov %eax, (%rdx)
	mov %eax, 4(%rdx)
	.endm

	.text

/* The load is the store. */
	pairs same, "mov %rax, (%rdx)", "mov (%rdx), %rax"
	pairs same_byte, "mov %al, (%rdx)", "movzbl (%rdx), %eax"

/* The store contains the load. */
	pairs low_half, "mov %rax, (%rdx)", "mov (%rdx), %eax"
	pairs high_half, "mov %rax, (%rdx)", "mov 4(%rdx), %eax"
	pairs inner_byte, "mov %rax, (%rdx)", "movzbl 3(%rdx), %eax"

/* The load needs more than the store has. */
	pairs wider, "mov %eax, (%rdx)", "mov (%rdx), %rax"
	pairs two_stores, "store_two_halves", "mov (%rdx), %rax"
	pairs overlap, "mov %rax, (%rdx)", "mov 4(%rdx), %rax"

/* The load is the store, over the border of two lines or two pages. */
	pairs line_split, "mov %rax, across_lines(%rdx)", "mov across_lines(%rdx), %rax"
	pairs page_split, "mov %rax, across_pages(%rdx)", "mov across_pages(%rdx), %rax"

	.section .note.GNU-stack, "", @progbits
