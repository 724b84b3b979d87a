/* SPDX-License-Identifier: MIT */
/* For QEMU's "virt" without firmware: the first hart in machine mode. RISC-V Privileged
 * Architecture, "Machine-Level CSRs". */
#define TEST_DEVICE 0x100000            /* QEMU, hw/misc/sifive_test.c */
#define POWER_OFF 0x5555
#define ECALL_BYTES 4

	.section .boot, "ax"
	.globl start
start:
	csrr t0, mhartid
	bnez t0, 1f
	la sp, stack_top
	la t0, trap_entry
	csrw mtvec, t0
	la a0, no_words
	call kernel_main
	li t0, TEST_DEVICE
	li t1, POWER_OFF
	sw t1, (t0)
1:	wfi
	j 1b

	.balign 4
	.globl trap_entry
	.type trap_entry, @function
trap_entry:
#ifdef INJECT
	nop
	nop
	nop
#endif
	addi sp, sp, -128
	sd ra, (sp)
	sd t0, 8(sp)
	sd t1, 16(sp)
	sd t2, 24(sp)
	sd a0, 32(sp)
	sd a1, 40(sp)
	sd a2, 48(sp)
	sd a3, 56(sp)
	sd a4, 64(sp)
	sd a5, 72(sp)
	sd a6, 80(sp)
	sd a7, 88(sp)
	sd t3, 96(sp)
	sd t4, 104(sp)
	sd t5, 112(sp)
	sd t6, 120(sp)
	call trap_handle
	csrr t0, mepc
	addi t0, t0, ECALL_BYTES
	csrw mepc, t0
	ld ra, (sp)
	ld t0, 8(sp)
	ld t1, 16(sp)
	ld t2, 24(sp)
	ld a0, 32(sp)
	ld a1, 40(sp)
	ld a2, 48(sp)
	ld a3, 56(sp)
	ld a4, 64(sp)
	ld a5, 72(sp)
	ld a6, 80(sp)
	ld a7, 88(sp)
	ld t3, 96(sp)
	ld t4, 104(sp)
	ld t5, 112(sp)
	ld t6, 120(sp)
	addi sp, sp, 128
	mret
	.size trap_entry, . - trap_entry

	.data
no_words:
	.byte 0

	.bss
	.balign 16
	.skip 16384
stack_top:
