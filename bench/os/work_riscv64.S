/* SPDX-License-Identifier: MIT */
/* The work of tasks: see work_x86.S. */
#include "bench/os/work.h"

/* uint64_t work_write(uint64_t address): an iteration is ld, addi, sd, addi, bnez. */
	.section .user.text, "ax", %progbits
	.globl work_write
	.type work_write, %function
	.balign 64
work_write:
	li a1, WORK_TURNS
1:	ld a2, (a0)
	addi a2, a2, 1
	sd a2, (a0)
	addi a1, a1, -1
	bnez a1, 1b
	ld a0, (a0)
	ret
	.size work_write, . - work_write

/* void work_read(const void *memory, uint64_t size_bytes), not 0: an iteration is a cache line,
 * eight independent loads, addi, addi, bgtz. */
	.globl work_read
	.type work_read, %function
	.balign 64
work_read:
1:	ld a2, 0(a0)
	ld a2, 8(a0)
	ld a2, 16(a0)
	ld a2, 24(a0)
	ld a2, 32(a0)
	ld a2, 40(a0)
	ld a2, 48(a0)
	ld a2, 56(a0)
	addi a0, a0, 64
	addi a1, a1, -64
	bgtz a1, 1b
	ret
	.size work_read, . - work_read

	.section .note.GNU-stack, "", %progbits
