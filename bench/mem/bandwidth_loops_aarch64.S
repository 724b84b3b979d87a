/* SPDX-License-Identifier: MIT */
/* Bandwidth loops: see bandwidth_loops_x86.S. An iteration is BLOCK_BYTES of the operation,
 * unrolled, and five instructions, for a copy six, that advance and wrap around without a branch
 * that could be mispredicted. Pairs of registers are loaded and stored, as every compiler's memcpy
 * does. Non-temporal stores are STNP.
 *
 * All: x0 = stripe, x1 = lines left; x2 = position, x3 = begin, x4 = end, x5 = distance, x6 =
 * value, and the value in q0 and q1. Loads go to x7 and x8, or q2 and q3. x9 = position of the
 * copy. */
#include "bench/mem/bandwidth.h"

#define LINE_BYTES 64

	.arch armv8-a+fp+simd

/* Bytes of a pair. */
	.set pair_64, 16
	.set pair_neon, 32

	.macro begin_64
	.endm
	.macro begin_neon
	dup v0.2d, x6
	dup v1.2d, x6
	.endm

	.macro read_64
	ldp x7, x8, [x2, #offset]
	.endm
	.macro read_neon
	ldp q2, q3, [x2, #offset]
	.endm

	.macro write_64
	stp x6, x6, [x2, #offset]
	.endm
	.macro write_neon
	stp q0, q1, [x2, #offset]
	.endm

	.macro nt_write_64
	stnp x6, x6, [x2, #offset]
	.endm
	.macro nt_write_neon
	stnp q0, q1, [x2, #offset]
	.endm

	.macro copy_64
	read_64
	stp x7, x8, [x9, #offset]
	.endm
	.macro copy_neon
	read_neon
	stp q2, q3, [x9, #offset]
	.endm

	.macro nt_copy_64
	read_64
	stnp x7, x8, [x9, #offset]
	.endm
	.macro nt_copy_neon
	read_neon
	stnp q2, q3, [x9, #offset]
	.endm

/* ---- The loops ---- */

/* DSB makes all stores complete within the timed part. After reads it is nearly free. Offsets of a
 * pair of x registers reach 504 bytes. */
	.macro loop operation, kind, copies=0
	.globl bandwidth_\operation\()_\kind
	.type bandwidth_\operation\()_\kind, %function
	.balign 64
bandwidth_\operation\()_\kind:
	ldp x2, x3, [x0, #STRIPE_AT]
	ldp x4, x5, [x0, #STRIPE_END]
	ldr x6, [x0, #STRIPE_VALUE]
	begin_\kind
1:	.if \copies
	add x9, x2, x5
	.endif
	.set	offset, 0
	.rept BLOCK_BYTES / pair_\kind
	\operation\()_\kind
	.set offset, offset + pair_\kind
	.endr
	add x2, x2, #BLOCK_BYTES
	cmp x2, x4
	csel x2, x3, x2, eq
	subs x1, x1, #(BLOCK_BYTES / LINE_BYTES)
	b.hi 1b
	dsb ish
	str x2, [x0, #STRIPE_AT]
	ret
	.size bandwidth_\operation\()_\kind, . - bandwidth_\operation\()_\kind
	.endm

	.macro loops operation, copies=0
	loop \operation, 64, \copies
	loop \operation, neon, \copies
	.endm

	.text
	loops read
	loops write
	loops nt_write
	loops copy, 1
	loops nt_copy, 1

	.section .note.GNU-stack, "", %progbits
