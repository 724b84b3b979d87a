/* SPDX-License-Identifier: MIT */
/* For QEMU's "virt" without firmware: the first hart in machine mode, of 64 or 32 bits. RISC-V
 * Privileged Architecture, "Machine-Level CSRs". */
#define TEST_DEVICE 0x100000            /* QEMU, hw/misc/sifive_test.c */
#define POWER_OFF 0x5555
#define ECALL_BYTES 4
#if __riscv_xlen == 64
#define STORE sd
#define LOAD ld
#define WORD 8
#else
#define STORE sw
#define LOAD lw
#define WORD 4
#endif

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
	addi sp, sp, -16 * WORD
	STORE ra, 0 * WORD(sp)
	STORE t0, 1 * WORD(sp)
	STORE t1, 2 * WORD(sp)
	STORE t2, 3 * WORD(sp)
	STORE a0, 4 * WORD(sp)
	STORE a1, 5 * WORD(sp)
	STORE a2, 6 * WORD(sp)
	STORE a3, 7 * WORD(sp)
	STORE a4, 8 * WORD(sp)
	STORE a5, 9 * WORD(sp)
	STORE a6, 10 * WORD(sp)
	STORE a7, 11 * WORD(sp)
	STORE t3, 12 * WORD(sp)
	STORE t4, 13 * WORD(sp)
	STORE t5, 14 * WORD(sp)
	STORE t6, 15 * WORD(sp)
	call trap_handle
	csrr t0, mepc
	addi t0, t0, ECALL_BYTES
	csrw mepc, t0
	LOAD ra, 0 * WORD(sp)
	LOAD t0, 1 * WORD(sp)
	LOAD t1, 2 * WORD(sp)
	LOAD t2, 3 * WORD(sp)
	LOAD a0, 4 * WORD(sp)
	LOAD a1, 5 * WORD(sp)
	LOAD a2, 6 * WORD(sp)
	LOAD a3, 7 * WORD(sp)
	LOAD a4, 8 * WORD(sp)
	LOAD a5, 9 * WORD(sp)
	LOAD a6, 10 * WORD(sp)
	LOAD a7, 11 * WORD(sp)
	LOAD t3, 12 * WORD(sp)
	LOAD t4, 13 * WORD(sp)
	LOAD t5, 14 * WORD(sp)
	LOAD t6, 15 * WORD(sp)
	addi sp, sp, 16 * WORD
	mret
	.size trap_entry, . - trap_entry

	.data
no_words:
	.byte 0

	.bss
	.balign 16
	.skip 16384
stack_top:
