/* SPDX-License-Identifier: MIT */
/* Traps while a disk interrupts, which none does: no driver routes interrupts of devices. */
#include "kernel/riscv64/cpu/trap.inc"

	.section .text.disk, "ax"

	TRAP_TABLE disk_enter

	.section .bss
	.balign	8
	.globl	disk_entered_tsc
disk_entered_tsc:
	.skip	8

	.section .note.GNU-stack, "", %progbits
