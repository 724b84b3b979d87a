/* SPDX-License-Identifier: MIT */
/* Saves the registers that a function preserves, leaves the kernel, and returns when it is resumed.
 * In assembly because the stack pointer is stored where secondary_start of boot/riscv64/head.S
 * reads it. */
#define FRAME_BYTES 112

	.macro	each operation
	\operation ra, 0(sp)
	\operation tp, 8(sp)
	\operation s0, 16(sp)
	\operation s1, 24(sp)
	\operation s2, 32(sp)
	\operation s3, 40(sp)
	\operation s4, 48(sp)
	\operation s5, 56(sp)
	\operation s6, 64(sp)
	\operation s7, 72(sp)
	\operation s8, 80(sp)
	\operation s9, 88(sp)
	\operation s10, 96(sp)
	\operation s11, 104(sp)
	.endm

	.section .text.leave, "ax"

/* void leave_enter(uint64_t words[], uint64_t world_phys, uint64_t resume_phys) */
	.globl	leave_enter
leave_enter:
	addi	sp, sp, -FRAME_BYTES
	each	sd
	sd	sp, (a0)
	mv	a0, a1
	mv	a1, a2
	tail	leave_kernel

/* Entered by secondary_start with that stack pointer. */
	.globl	leave_resumed
leave_resumed:
	each	ld
	addi	sp, sp, FRAME_BYTES
	ret

	.section .note.GNU-stack, "", %progbits
