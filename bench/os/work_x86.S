/* SPDX-License-Identifier: MIT */
/* The work of tasks. It is in assembly because user mode on bare metal sees only this section, and
 * because a compiler would remove reads of unused values. */

#include "bench/os/work.h"

/* uint64_t work_write(uint64_t address): an iteration is incq, sub, jnz. */
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

/* void work_read(const void *memory, uint64_t size_bytes), not 0: an iteration is a cache line,
 * eight independent loads, add, sub, ja. */
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
