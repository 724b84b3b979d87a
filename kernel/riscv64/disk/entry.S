/* SPDX-License-Identifier: MIT */
/* Traps while a disk interrupts. The trap of the device raises a software interrupt, whose entry
 * stores the time of its first instruction, then continues as usual. It interrupts the kernel,
 * whose stack it uses. */
#include "kernel/riscv64/cpu/stamp.inc"
#include "kernel/riscv64/cpu/trap.inc"

	.section .text.disk, "ax"

	TRAP_TABLE disk_enter, software=disk_interrupt

disk_interrupt:
	addi	sp, sp, -16
	sd	t0, 0(sp)
	sd	t1, 8(sp)
	READ_CLOCK t0
	la	t1, disk_entered_tsc
	sd	t0, (t1)
	ld	t0, 0(sp)
	ld	t1, 8(sp)
	addi	sp, sp, 16
	j	trap_entry

	.section .bss
	.balign	8
	.globl	disk_entered_tsc
disk_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", %progbits
