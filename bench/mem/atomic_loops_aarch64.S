/* SPDX-License-Identifier: MIT */
/* Read-modify-write operations on one word: see atomic_loops_x86.S. The atomic operations are those
 * that every Armv8-A processor has: an exclusive load and an exclusive store, which are repeated if
 * another CPU came between them. x0 is the word; x1 counts down; x2 to x8 are the operands. */
#include "bench/mem/atomic.h"

	.macro operations name, operation
	.globl atomic_\name
	.type atomic_\name, %function
	.balign 64
atomic_\name:
	mov x2, #1
	mov x5, #0
	mov x7, #0
	mov x8, #0
1:	.rept ATOMIC_TURN
	\operation
	.endr
	subs x1, x1, #ATOMIC_TURN
	b.hi 1b
	ret
	.size atomic_\name, . - atomic_\name
	.endm

	.macro plain_add
	ldr x3, [x0]
	add x3, x3, x2
	str x3, [x0]
	.endm

/* An addition with the ordering that x86-64's locked instructions have. */
	.macro exclusive_add
2:	ldaxr x3, [x0]
	add x3, x3, x2
	stlxr w4, x3, [x0]
	cbnz w4, 2b
	.endm

	.macro exclusive_swap
2:	ldaxr x3, [x0]
	stlxr w4, x2, [x0]
	cbnz w4, 2b
	mov x2, x3
	.endm

	.macro exclusive_exchange_add
2:	ldaxr x3, [x0]
	add x6, x3, x2
	stlxr w4, x6, [x0]
	cbnz w4, 2b
	mov x2, x3
	.endm

/* Replaces the value that the last operation found by zero. */
	.macro exclusive_compare
2:	ldaxr x3, [x0]
	cmp x3, x7
	b.ne 3f
	stlxr w4, x5, [x0]
	cbnz w4, 2b
3:	mov x7, x3
	.endm

	.macro exclusive_compare_pair
2:	ldaxp x3, x6, [x0]
	cmp x3, x7
	ccmp x6, x8, #0, eq
	b.ne 3f
	stlxp w4, x5, x5, [x0]
	cbnz w4, 2b
3:	mov x7, x3
	mov x8, x6
	.endm

	.text
	operations add, plain_add
	operations lock_add, exclusive_add
	operations xchg, exclusive_swap
	operations cmpxchg, exclusive_compare
	operations xadd, exclusive_exchange_add
	operations cmpxchg16b, exclusive_compare_pair

	.section .note.GNU-stack, "", %progbits
