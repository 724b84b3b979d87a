/* SPDX-License-Identifier: MIT */
/* Bandwidth loops: see bandwidth_loops_x86.S. An iteration is BLOCK_BYTES of the operation,
 * unrolled, and four instructions, for a copy five, that advance. One of them is a branch around a
 * fifth that wraps around, and is nearly always taken. Base instructions include no non-temporal
 * stores, so bench/riscv64.list lacks them.
 *
 * All: a0 = stripe, a1 = lines left; a2 = position, a3 = begin, a4 = end, a5 = distance, a6 =
 * value, and the value in fa0. Loads go to a7 or fa1. t0 = position of the copy. */
#include "bench/mem/bandwidth.h"

#define LINE_BYTES 64
#define WORD_BYTES 8

	.macro begin_64
	.endm
	.macro begin_fp
	fmv.d.x fa0, a6
	.endm

	.macro read_64
	ld a7, offset(a2)
	.endm
	.macro read_fp
	fld fa1, offset(a2)
	.endm

	.macro write_64
	sd a6, offset(a2)
	.endm
	.macro write_fp
	fsd fa0, offset(a2)
	.endm

	.macro copy_64
	read_64
	sd a7, offset(t0)
	.endm
	.macro copy_fp
	read_fp
	fsd fa1, offset(t0)
	.endm

/* ---- The loops ---- */

/* FENCE makes all stores complete within the timed part. After reads it is nearly free. */
	.macro loop operation, kind, copies=0
	.globl bandwidth_\operation\()_\kind
	.type bandwidth_\operation\()_\kind, %function
	.balign 64
bandwidth_\operation\()_\kind:
	ld a2, STRIPE_AT(a0)
	ld a3, STRIPE_BEGIN(a0)
	ld a4, STRIPE_END(a0)
	ld a5, STRIPE_DISTANCE(a0)
	ld a6, STRIPE_VALUE(a0)
	begin_\kind
1:	.if \copies
	add t0, a2, a5
	.endif
	.set	offset, 0
	.rept BLOCK_BYTES / WORD_BYTES
	\operation\()_\kind
	.set offset, offset + WORD_BYTES
	.endr
	addi a2, a2, BLOCK_BYTES
	bne a2, a4, 2f
	mv a2, a3
2:	addi a1, a1, -(BLOCK_BYTES / LINE_BYTES)
	bgtz a1, 1b
	fence
	sd a2, STRIPE_AT(a0)
	ret
	.size bandwidth_\operation\()_\kind, . - bandwidth_\operation\()_\kind
	.endm

	.macro loops operation, copies=0
	loop \operation, 64, \copies
	loop \operation, fp, \copies
	.endm

	.text
	loops read
	loops write
	loops copy, 1

	.section .note.GNU-stack, "", %progbits
