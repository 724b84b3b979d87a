/* SPDX-License-Identifier: MIT */
/* The functions of boot/riscv64/world.h. They are in assembly because they replace stack and page
 * tables. Registers: RISC-V Privileged ISA, "Supervisor-Level ISA". */
#include "boot/riscv64/world.h"
#include "lib/riscv64/control.h"

#define FRAME_BYTES 224
#define FLOATS 120                      /* offset of the floating-point registers */

	.macro	each_integer operation
	\operation ra, 0(sp)
	\operation gp, 8(sp)
	\operation tp, 16(sp)
	\operation s0, 24(sp)
	\operation s1, 32(sp)
	\operation s2, 40(sp)
	\operation s3, 48(sp)
	\operation s4, 56(sp)
	\operation s5, 64(sp)
	\operation s6, 72(sp)
	\operation s7, 80(sp)
	\operation s8, 88(sp)
	\operation s9, 96(sp)
	\operation s10, 104(sp)
	\operation s11, 112(sp)
	.endm

	.macro	each_float operation
	\operation fs0, FLOATS+0(sp)
	\operation fs1, FLOATS+8(sp)
	\operation fs2, FLOATS+16(sp)
	\operation fs3, FLOATS+24(sp)
	\operation fs4, FLOATS+32(sp)
	\operation fs5, FLOATS+40(sp)
	\operation fs6, FLOATS+48(sp)
	\operation fs7, FLOATS+56(sp)
	\operation fs8, FLOATS+64(sp)
	\operation fs9, FLOATS+72(sp)
	\operation fs10, FLOATS+80(sp)
	\operation fs11, FLOATS+88(sp)
	.endm

	.macro	save register, index
	csrr	t0, \register
	sd	t0, WORLD_REGISTERS + 8 * \index(a0)
	.endm

	.macro	load register, index
	ld	t0, WORLD_REGISTERS + 8 * \index(a0)
	csrw	\register, t0
	.endm

	.text
	.globl	world_enter
	.type	world_enter, %function
world_enter:
	save	sstatus, 0
	csrci	sstatus, SSTATUS_SIE
	save	sie, 1
	csrw	sie, zero
	save	satp, 2
	save	stvec, 3
	save	sscratch, 4
	addi	sp, sp, -FRAME_BYTES
	each_integer sd
	li	t0, SSTATUS_FS_INITIAL
	csrs	sstatus, t0
	each_float fsd
	csrr	t0, fcsr
	sd	t0, WORLD_REGISTERS + 8 * 5(a0)
	sd	a0, WORLD_SELF(a0)
	sd	sp, WORLD_SP(a0)
	mv	a0, a2
	jr	a1

	.globl	world_resume
	.type	world_resume, %function
world_resume:
	csrci	sstatus, SSTATUS_SIE
	load	satp, 2
	sfence.vma
	load	stvec, 3
	load	sscratch, 4
	ld	sp, WORLD_SP(a0)
	li	t0, SSTATUS_FS_INITIAL
	csrs	sstatus, t0
	ld	t0, WORLD_REGISTERS + 8 * 5(a0)
	csrw	fcsr, t0
	each_float fld
	each_integer ld
	addi	sp, sp, FRAME_BYTES
	load	sie, 1
	load	sstatus, 0
	ret

	.section .note.GNU-stack, "", %progbits
