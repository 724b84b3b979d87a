/* SPDX-License-Identifier: MIT */
/* Repeats one instruction: see instruction_x86.S. a3 counts down, a4 is the target from ctx's
 * state; both survive calls of firmware, which change a0 and a1 only. An iteration is the
 * instruction INSTRUCTIONS_UNROLLED times, addi, bgtz. A call of firmware includes its two
 * arguments, which name no CPU, so that the call does nothing. */
#include "bench/cpu/instruction_riscv64.h"

/* Extensions and functions: RISC-V SBI Specification, "Base Extension", "S-Mode IPI Extension" and
 * "RFENCE Extension". */
#define SBI_BASE 0x10
#define SBI_IPI 0x735049
#define SBI_RFENCE 0x52464e43

/* extension is set before the loop. For calls of firmware, of which each is function 0, it is the
 * extension. */
	.macro instruction name, text, extension=0
	.globl instruction_\name
	.type instruction_\name, %function
	.balign 64
instruction_\name:
	mv t6, ra
	mv a3, a1
	ld a4, (a0)
	ld a4, (a4)
	li a2, 3
	.if \extension
	li a6, 0
	li a7, \extension
	.endif
1:	.rept INSTRUCTIONS_UNROLLED
	\text
	.endr
	addi a3, a3, -INSTRUCTIONS_UNROLLED
	bgtz a3, 1b
	jr t6
	.size instruction_\name, . - instruction_\name
	.endm

	.macro call_firmware
	li a0, 0
	li a1, 0
	ecall
	.endm

	.macro exclusive_pair
	lr.d a0, (a4)
	sc.d a1, a2, (a4)
	.endm

	.text
	instruction rdcycle, "rdcycle a0"
	instruction rdtime, "rdtime a0"
	instruction rdinstret, "rdinstret a0"
	instruction fence, "fence"
	instruction fence_i, "fence.i"
	instruction pause, ".4byte 0x0100000f"
	instruction div, "div a0, a3, a2"
	instruction indirect_call, "jalr a4"
	instruction amoadd, "amoadd.d.aqrl a0, a2, (a4)"
	instruction amoswap, "amoswap.d.aqrl a0, a2, (a4)"
	instruction lr_sc, exclusive_pair
	instruction csrr_sstatus, "csrr a0, sstatus"
	instruction csrw_sscratch, "csrw sscratch, zero"
	instruction csrw_satp, "csrw satp, a4"
	instruction sfence_vma_page, "sfence.vma a4"
	instruction sfence_vma, "sfence.vma"
	instruction sbi_base, call_firmware, SBI_BASE
	instruction sbi_ipi, call_firmware, SBI_IPI
	instruction sbi_fence_i, call_firmware, SBI_RFENCE
	instruction serial_read, "lbu a0, (a4)"
	instruction rtc_read, "lw a0, (a4)"

	.globl instruction_call_target
	.type instruction_call_target, %function
	.balign 64
instruction_call_target:
	ret
	.size instruction_call_target, . - instruction_call_target

	.section .note.GNU-stack, "", %progbits
