/* SPDX-License-Identifier: MIT */
/* A loop, a read of bytes, and calls: see primitives_x86.S. x0 is ctx, whose state pointer is at
 * offset 0, and x1 counts down. */
#include "bench/cpu/primitives.h"

	.macro function name
	.globl \name
	.type \name, %function
	.balign 64
\name:
	.endm

	.text

/* An iteration is subs, b.ne; plus three instructions for every PRIMITIVE_TURNS. */
	function primitive_loop
	mov w3, #PRIMITIVE_TURNS
2:	mov w2, w3
1:	subs w2, w2, #1
	b.ne 1b
	subs x1, x1, x3
	b.hi 2b
	ret
	.size primitive_loop, . - primitive_loop

/* An iteration is the load, adds, b.ne. The loads are independent. */
	function primitive_read
	ldr x2, [x0]
	ldr x2, [x2]
	mov w5, #PRIMITIVE_TURNS
	add x2, x2, x5
2:	mov x3, #-PRIMITIVE_TURNS
1:	ldrb w4, [x2, x3]
	adds x3, x3, #1
	b.ne 1b
	subs x1, x1, x5
	b.hi 2b
	ret
	.size primitive_read, . - primitive_read

	function nothing
	ret
	.size nothing, . - nothing

/* One call as a compiler makes it. All seven arguments are in registers: Procedure Call Standard
 * for the Arm 64-bit Architecture, "Parameter passing". */
	.macro call_nothing arguments
	.if \arguments >= 7
	mov w6, #7
	.endif
	.if \arguments >= 6
	mov w5, #6
	.endif
	.if \arguments >= 5
	mov w4, #5
	.endif
	.if \arguments >= 4
	mov w3, #4
	.endif
	.if \arguments >= 3
	mov w2, #3
	.endif
	.if \arguments >= 2
	mov w1, #2
	.endif
	.if \arguments >= 1
	mov w0, #1
	.endif
	bl nothing
	.endm

/* An iteration is CALLS_UNROLLED calls, subs, b.hi. The counter is in a callee-saved register. */
	.macro calls arguments
	function primitive_call_\arguments
	stp x19, x30, [sp, #-16]!
	mov x19, x1
1:	.rept CALLS_UNROLLED
	call_nothing \arguments
	.endr
	subs x19, x19, #CALLS_UNROLLED
	b.hi 1b
	ldp x19, x30, [sp], #16
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
