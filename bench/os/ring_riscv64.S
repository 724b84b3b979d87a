/* SPDX-License-Identifier: MIT */
/* Loops of system calls: see ring_x86.S. A system call preserves all registers but a0. */
#include "bench/os/ring.h"
#include "bench/os/ring_generic.h"

	.section .user.text, "ax", %progbits

	.macro loop name
	.globl \name
	.type \name, %function
	.balign 64
\name:
	addi sp, sp, -32
	sd s1, 0(sp)
	sd s2, 8(sp)
	sd ra, 16(sp)
	mv s1, a0
	ld s2, RING_PLAN_TURNS(s1)
	.endm

	.macro end_loop name
9:	ld s1, 0(sp)
	ld s2, 8(sp)
	ld ra, 16(sp)
	addi sp, sp, 32
	ret
	.size \name, . - \name
	.endm

	.macro transfer call, channel
	ld a0, \channel(s1)
	addi a1, s1, RING_PLAN_WORD
	li a2, RING_WORD_BYTES
	li a7, \call
	ecall
	.endm

	.macro read_memory
	ld a1, RING_PLAN_SIZE(s1)
	beqz a1, 2f
	ld a0, RING_PLAN_MEMORY(s1)
	jal work_read
2:
	.endm

/* uint64_t ring_yield(uint64_t plan): an iteration is li, ecall, addi, bnez. */
	loop ring_yield
1:	li a7, RING_GENERIC_YIELD
	ecall
	addi s2, s2, -1
	bnez s2, 1b
	end_loop ring_yield

/* uint64_t ring_pass(uint64_t plan): an iteration is two instructions that check for memory to
 * read, two calls of five each, addi, bnez. */
	loop ring_pass
1:	read_memory
	transfer RING_GENERIC_WRITE, RING_PLAN_TO
	transfer RING_GENERIC_READ, RING_PLAN_FROM
	addi s2, s2, -1
	bnez s2, 1b
	end_loop ring_pass

/* uint64_t ring_serve(uint64_t plan): like ring_pass(), with four more instructions that check for
 * the end. */
	loop ring_serve
1:	transfer RING_GENERIC_READ, RING_PLAN_FROM
	li t0, RING_WORD_BYTES
	bne a0, t0, 9f
	ld a0, RING_PLAN_IS_OVER(s1)
	bnez a0, 9f
	read_memory
	transfer RING_GENERIC_WRITE, RING_PLAN_TO
	addi s2, s2, -1
	bnez s2, 1b
	end_loop ring_serve

	.section .note.GNU-stack, "", %progbits
