/* SPDX-License-Identifier: MIT */
/* Read-modify-write operations on one word: see atomic_loops_x86.S. The operations are those of the
 * extension A, with the ordering that x86-64's locked instructions have. A comparison is an
 * exclusive load and an exclusive store, which are repeated if another CPU came between them. a0 is
 * the word; a1 counts down; a2 to a7 are the operands. */
#include "bench/mem/atomic.h"

	.macro operations name, operation
	.globl atomic_\name
	.type atomic_\name, %function
	.balign 64
atomic_\name:
	li a2, 1
	li a5, 0
	li a7, 0
1:	.rept ATOMIC_TURN
	\operation
	.endr
	addi a1, a1, -ATOMIC_TURN
	bgtz a1, 1b
	ret
	.size atomic_\name, . - atomic_\name
	.endm

	.macro plain_add
	ld a3, (a0)
	add a3, a3, a2
	sd a3, (a0)
	.endm

	.macro ordered_add
	amoadd.d.aqrl zero, a2, (a0)
	.endm

	.macro ordered_swap
	amoswap.d.aqrl a2, a2, (a0)
	.endm

	.macro ordered_exchange_add
	amoadd.d.aqrl a2, a2, (a0)
	.endm

/* Replaces the value that the last operation found by zero. */
	.macro exclusive_compare
2:	lr.d.aqrl a3, (a0)
	bne a3, a7, 3f
	sc.d.rl a4, a5, (a0)
	bnez a4, 2b
3:	mv a7, a3
	.endm

	.text
	operations add, plain_add
	operations lock_add, ordered_add
	operations xchg, ordered_swap
	operations cmpxchg, exclusive_compare
	operations xadd, ordered_exchange_add

/* No base instruction compares 16 bytes, so without the capability this point is skipped. */
	.globl atomic_cmpxchg16b
	.type atomic_cmpxchg16b, %function
atomic_cmpxchg16b:
	unimp
	.size atomic_cmpxchg16b, . - atomic_cmpxchg16b

	.section .note.GNU-stack, "", %progbits
