/* SPDX-License-Identifier: MIT */
/* For QEMU's "virt", which starts at EL1. Arm Architecture Reference Manual for A-profile,
 * "Exception vectors": synchronous exceptions of the current level with its own stack are at
 * 200h. */
#define PSCI_SYSTEM_OFF 0x84000008
#define SYNCHRONOUS 0x200

	.section .boot, "ax"
	.globl start
start:
	adrp x0, stack_top
	add x0, x0, :lo12:stack_top
	mov sp, x0
	adrp x0, vectors
	add x0, x0, :lo12:vectors
	msr vbar_el1, x0
	adrp x0, no_words
	add x0, x0, :lo12:no_words
	bl kernel_main
	ldr w0, =PSCI_SYSTEM_OFF
	hvc #0
1:	wfi
	b 1b

	.balign 2048
vectors:
	.skip SYNCHRONOUS
	b trap_entry
	.skip 2048 - (. - vectors)

	.globl trap_entry
	.type trap_entry, %function
trap_entry:
#ifdef INJECT
	nop
	nop
	nop
#endif
	stp x0, x1, [sp, #-160]!
	stp x2, x3, [sp, #16]
	stp x4, x5, [sp, #32]
	stp x6, x7, [sp, #48]
	stp x8, x9, [sp, #64]
	stp x10, x11, [sp, #80]
	stp x12, x13, [sp, #96]
	stp x14, x15, [sp, #112]
	stp x16, x17, [sp, #128]
	stp x18, x30, [sp, #144]
	bl trap_handle
	ldp x18, x30, [sp, #144]
	ldp x16, x17, [sp, #128]
	ldp x14, x15, [sp, #112]
	ldp x12, x13, [sp, #96]
	ldp x10, x11, [sp, #80]
	ldp x8, x9, [sp, #64]
	ldp x6, x7, [sp, #48]
	ldp x4, x5, [sp, #32]
	ldp x2, x3, [sp, #16]
	ldp x0, x1, [sp], #160
	eret
	.size trap_entry, . - trap_entry

	.data
no_words:
	.byte 0

	.bss
	.balign 16
	.skip 16384
stack_top:
