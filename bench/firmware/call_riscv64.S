/* SPDX-License-Identifier: MIT */
/* Repeats a call of firmware: see call_riscv64.h. t0 counts down. A call changes a0 and a1 only:
 * RISC-V SBI Specification, "Binary Encoding". An iteration is mv, mv, ecall, CALL_OPERATIONS
 * times, addi, bgtz.
 *
 * The end loses no software interrupt of the kernel. While interrupts are off, the kernel raises
 * one only for a timer, which no benchmark of calls starts. */
#include "bench/firmware/call_riscv64.h"
#include "lib/riscv64/control.h"

	.macro call name, operations
	.globl \name
	.type \name, %function
	.balign 64
\name:
	.if \operations > 1
	ld a0, (a0)
	.endif
	mv t0, a1
	mv t3, a0
	ld t1, 0(t3)
	ld t2, 8(t3)
	ld a2, 16(t3)
	ld a3, 24(t3)
	ld a4, 32(t3)
	ld a6, 40(t3)
	ld a7, 48(t3)
1:	.rept \operations
	mv a0, t1
	mv a1, t2
	ecall
	.endr
	.if \operations > 1
	addi t0, t0, -\operations
	bgtz t0, 1b
	.endif
	csrci sip, INTERRUPT_SOFTWARE
	ret
	.size \name, . - \name
	.endm

	.text
	call firmware_call_loop, CALL_OPERATIONS
	call firmware_call_once, 1

	.section .note.GNU-stack, "", %progbits
