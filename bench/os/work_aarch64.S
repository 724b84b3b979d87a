/* SPDX-License-Identifier: MIT */
/* The work of tasks: see work_x86.S. */
#include "bench/os/work.h"

/* uint64_t work_write(uint64_t address): an iteration is ldr, add, str, subs, b.ne. */
	.section .user.text, "ax", %progbits
	.globl work_write
	.type work_write, %function
	.balign 64
work_write:
	mov w1, #WORK_TURNS
1:	ldr x2, [x0]
	add x2, x2, #1
	str x2, [x0]
	subs w1, w1, #1
	b.ne 1b
	ldr x0, [x0]
	ret
	.size work_write, . - work_write

/* void work_read(const void *memory, uint64_t size_bytes), not 0: an iteration is a cache line,
 * eight independent loads, add, subs, b.hi. */
	.globl work_read
	.type work_read, %function
	.balign 64
work_read:
1:	ldr x2, [x0]
	ldr x2, [x0, #8]
	ldr x2, [x0, #16]
	ldr x2, [x0, #24]
	ldr x2, [x0, #32]
	ldr x2, [x0, #40]
	ldr x2, [x0, #48]
	ldr x2, [x0, #56]
	add x0, x0, #64
	subs x1, x1, #64
	b.hi 1b
	ret
	.size work_read, . - work_read

	.section .note.GNU-stack, "", %progbits
