/* SPDX-License-Identifier: MIT */
/* In assembly because user mode of the bare machine sees only the section that this is in, and
 * because a compiler would leave out reads whose values nobody wants. */

#include "bench/os/work.h"

/* uint64_t work_write(uint64_t address): a turn is incq, sub, jnz. */
	.section .user.text, "ax", @progbits
	.globl work_write
	.type work_write, @function
	.balign 64
work_write:
	mov $WORK_TURNS, %ecx
1:	incq (%rdi)
	sub $1, %ecx
	jnz 1b
	mov (%rdi), %rax
	ret
	.size work_write, . - work_write

/* void work_read(const void *memory, uint64_t size_bytes), not 0: a turn is a cache line, eight
 * loads that don't wait for each other, add, sub, ja. */
	.globl work_read
	.type work_read, @function
	.balign 64
work_read:
1:	mov (%rdi), %rax
	mov 8(%rdi), %rax
	mov 16(%rdi), %rax
	mov 24(%rdi), %rax
	mov 32(%rdi), %rax
	mov 40(%rdi), %rax
	mov 48(%rdi), %rax
	mov 56(%rdi), %rax
	add $64, %rdi
	sub $64, %rsi
	ja 1b
	ret
	.size work_read, . - work_read

	.section .note.GNU-stack, "", @progbits
