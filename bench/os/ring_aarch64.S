/* SPDX-License-Identifier: MIT */
/* Loops of system calls: see ring_x86.S. A system call preserves all registers but x0. */
#include "bench/os/ring.h"
#include "bench/os/ring_generic.h"

	.section .user.text, "ax", %progbits

	.macro loop name
	.globl \name
	.type \name, %function
	.balign 64
\name:
	stp x19, x20, [sp, #-32]!
	str x30, [sp, #16]
	mov x19, x0
	ldr x20, [x19, #RING_PLAN_TURNS]
	.endm

	.macro end_loop name
9:	ldr x30, [sp, #16]
	ldp x19, x20, [sp], #32
	ret
	.size \name, . - \name
	.endm

	.macro transfer call, channel
	ldr x0, [x19, #\channel]
	add x1, x19, #RING_PLAN_WORD
	mov x2, #RING_WORD_BYTES
	mov x8, #\call
	svc #0
	.endm

	.macro read_memory
	ldr x1, [x19, #RING_PLAN_SIZE]
	cbz x1, 2f
	ldr x0, [x19, #RING_PLAN_MEMORY]
	bl work_read
2:
	.endm

/* uint64_t ring_yield(uint64_t plan): an iteration is mov, svc, subs, b.ne. */
	loop ring_yield
1:	mov x8, #RING_GENERIC_YIELD
	svc #0
	subs x20, x20, #1
	b.ne 1b
	end_loop ring_yield

/* uint64_t ring_pass(uint64_t plan): an iteration is two instructions that check for memory to
 * read, two calls of five each, subs, b.ne. */
	loop ring_pass
1:	read_memory
	transfer RING_GENERIC_WRITE, RING_PLAN_TO
	transfer RING_GENERIC_READ, RING_PLAN_FROM
	subs x20, x20, #1
	b.ne 1b
	end_loop ring_pass

/* uint64_t ring_serve(uint64_t plan): like ring_pass(), with four more instructions that check for
 * the end. */
	loop ring_serve
1:	transfer RING_GENERIC_READ, RING_PLAN_FROM
	cmp x0, #RING_WORD_BYTES
	b.ne 9f
	ldr x0, [x19, #RING_PLAN_IS_OVER]
	cbnz x0, 9f
	read_memory
	transfer RING_GENERIC_WRITE, RING_PLAN_TO
	subs x20, x20, #1
	b.ne 1b
	end_loop ring_serve

	.section .note.GNU-stack, "", %progbits
