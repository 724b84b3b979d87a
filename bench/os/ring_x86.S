/* SPDX-License-Identifier: MIT */
/* Loops of system calls. They are in assembly because user mode on bare metal sees only this
 * section, and so that bare metal and Linux make the same calls with the same instructions around
 * them. A system call preserves all registers but %rax, %rcx and %r11. */
#include "bench/os/ring.h"

	.section .user.text, "ax", @progbits

	.macro loop name
	.globl \name
	.type \name, @function
	.balign 64
\name:
	push %rbx
	push %r12
	mov %rdi, %rbx
	mov RING_PLAN_TURNS(%rbx), %r12
	.endm

	.macro end_loop name
9:	pop %r12
	pop %rbx
	ret
	.size \name, . - \name
	.endm

	.macro transfer call, channel
	mov \channel(%rbx), %rdi
	lea RING_PLAN_WORD(%rbx), %rsi
	mov $RING_WORD_BYTES, %edx
	mov $\call, %eax
	syscall
	.endm

	.macro read_memory
	mov RING_PLAN_SIZE(%rbx), %rsi
	test %rsi, %rsi
	jz 2f
	mov RING_PLAN_MEMORY(%rbx), %rdi
	call work_read
2:
	.endm

/* uint64_t ring_yield(uint64_t plan): an iteration is mov, syscall, sub, jnz. */
	loop ring_yield
1:	mov $RING_CALL_YIELD, %eax
	syscall
	sub $1, %r12
	jnz 1b
	end_loop ring_yield

/* uint64_t ring_pass(uint64_t plan): an iteration is three instructions that check for memory to
 * read, two calls of five each, sub, jnz. */
	loop ring_pass
1:	read_memory
	transfer RING_CALL_WRITE, RING_PLAN_TO
	transfer RING_CALL_READ, RING_PLAN_FROM
	sub $1, %r12
	jnz 1b
	end_loop ring_pass

/* uint64_t ring_serve(uint64_t plan): like ring_pass(), with four more instructions that check for
 * the end. */
	loop ring_serve
1:	transfer RING_CALL_READ, RING_PLAN_FROM
	cmp $RING_WORD_BYTES, %rax
	jne 9f
	cmpq $0, RING_PLAN_IS_OVER(%rbx)
	jne 9f
	read_memory
	transfer RING_CALL_WRITE, RING_PLAN_TO
	sub $1, %r12
	jnz 1b
	end_loop ring_serve

	.section .note.GNU-stack, "", @progbits
