/* SPDX-License-Identifier: MIT */
/* A loop, a read of bytes, and calls: see primitives_x86.S. a0 is ctx, whose state pointer is at
 * offset 0, and a1 counts down. */
#include "bench/cpu/primitives.h"

	.macro function name
	.globl \name
	.type \name, %function
	.balign 64
\name:
	.endm

	.text

/* An iteration is addi, bnez; plus three instructions for every PRIMITIVE_TURNS. */
	function primitive_loop
	li a3, PRIMITIVE_TURNS
2:	mv a2, a3
1:	addi a2, a2, -1
	bnez a2, 1b
	sub a1, a1, a3
	bgtz a1, 2b
	ret
	.size primitive_loop, . - primitive_loop

/* An iteration is the load, addi, bne. The loads are independent. */
	function primitive_read
	ld a2, (a0)
	ld a2, (a2)
	li a5, PRIMITIVE_TURNS
	add a6, a2, a5
2:	mv a3, a2
1:	lbu a4, (a3)
	addi a3, a3, 1
	bne a3, a6, 1b
	sub a1, a1, a5
	bgtz a1, 2b
	ret
	.size primitive_read, . - primitive_read

	function nothing
	ret
	.size nothing, . - nothing

/* One call as a compiler makes it. All seven arguments are in registers: RISC-V ELF psABI, "Integer
 * Calling Convention". */
	.macro call_nothing arguments
	.if \arguments >= 7
	li a6, 7
	.endif
	.if \arguments >= 6
	li a5, 6
	.endif
	.if \arguments >= 5
	li a4, 5
	.endif
	.if \arguments >= 4
	li a3, 4
	.endif
	.if \arguments >= 3
	li a2, 3
	.endif
	.if \arguments >= 2
	li a1, 2
	.endif
	.if \arguments >= 1
	li a0, 1
	.endif
	jal nothing
	.endm

/* An iteration is CALLS_UNROLLED calls, addi, bgtz. The counter is in a callee-saved register. */
	.macro calls arguments
	function primitive_call_\arguments
	addi sp, sp, -16
	sd ra, 8(sp)
	sd s1, 0(sp)
	mv s1, a1
1:	.rept CALLS_UNROLLED
	call_nothing \arguments
	.endr
	addi s1, s1, -CALLS_UNROLLED
	bgtz s1, 1b
	ld ra, 8(sp)
	ld s1, 0(sp)
	addi sp, sp, 16
	ret
	.size primitive_call_\arguments, . - primitive_call_\arguments
	.endm

	calls 0
	calls 1
	calls 2
	calls 3
	calls 4
	calls 5
	calls 6
	calls 7

	.section .note.GNU-stack, "", %progbits
