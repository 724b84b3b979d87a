/* SPDX-License-Identifier: MIT */
/* Repeats a call of firmware: see call_aarch64.h. x19 counts down, x20 to x22 have the arguments. A
 * call may change x0 to x17: SMC Calling Convention (DEN 0028), "Register use in AArch64 SMC and
 * HVC calls". An iteration is mov, mov, mov, hvc or smc, CALL_OPERATIONS times, subs, b.hi. */
#include "bench/firmware/call_aarch64.h"

	.macro repeat conduit, operations
1:	.rept \operations
	mov x0, x20
	mov x1, x21
	mov x2, x22
	\conduit #0
	.endr
	.if \operations > 1
	subs x19, x19, #\operations
	b.hi 1b
	.endif
	.endm

	.macro call name, operations
	.globl \name
	.type \name, %function
	.balign 64
\name:
	stp x19, x20, [sp, #-48]!
	stp x21, x22, [sp, #16]
	str x30, [sp, #32]
	.if \operations > 1
	ldr x0, [x0]
	.endif
	mov x19, x1
	ldp x20, x21, [x0]
	ldp x22, x3, [x0, #16]
	cbnz x3, 2f
	repeat hvc, \operations
	b 3f
2:	repeat smc, \operations
3:	ldr x30, [sp, #32]
	ldp x21, x22, [sp, #16]
	ldp x19, x20, [sp], #48
	ret
	.size \name, . - \name
	.endm

	.text
	call firmware_call_loop, CALL_OPERATIONS
	call firmware_call_once, 1

	.section .note.GNU-stack, "", %progbits
