/* SPDX-License-Identifier: MIT */
/* A loop, a read of bytes, and calls. They are in assembly because a compiler would replace an
 * empty loop, read many bytes at a time and remove calls of an empty function. All are void (struct
 * bench_ctx *ctx, uint64_t iterations): %rdi is ctx, whose state pointer is at offset 0, and %rsi
 * counts down. */
#include "bench/cpu/primitives.h"

	.macro function name
	.globl \name
	.type \name, @function
	.balign 64
\name:
	.endm

	.text

/* An iteration is sub, jnz; plus three instructions for every PRIMITIVE_TURNS. */
	function primitive_loop
2:	mov $PRIMITIVE_TURNS, %ecx
1:	sub $1, %ecx
	jnz 1b
	sub $PRIMITIVE_TURNS, %rsi
	ja 2b
	ret
	.size primitive_loop, . - primitive_loop

/* An iteration is the load, add, jnz. The loads are independent. */
	function primitive_read
	mov (%rdi), %rdx
	mov (%rdx), %rdx
	add $PRIMITIVE_TURNS, %rdx
2:	mov $-PRIMITIVE_TURNS, %rcx
1:	movzbl (%rdx,%rcx), %eax
	add $1, %rcx
	jnz 1b
	sub $PRIMITIVE_TURNS, %rsi
	ja 2b
	ret
	.size primitive_read, . - primitive_read

	function nothing
	ret
	.size nothing, . - nothing

/* One call as a compiler makes it for the System V ABI, "Parameter Passing": six arguments in
 * registers, the seventh on the stack, which stays aligned to 16 bytes. */
	.macro call_nothing arguments
	.if \arguments >= 7
	sub $8, %rsp
	push $7
	.endif
	.if \arguments >= 6
	mov $6, %r9d
	.endif
	.if \arguments >= 5
	mov $5, %r8d
	.endif
	.if \arguments >= 4
	mov $4, %ecx
	.endif
	.if \arguments >= 3
	mov $3, %edx
	.endif
	.if \arguments >= 2
	mov $2, %esi
	.endif
	.if \arguments >= 1
	mov $1, %edi
	.endif
	call nothing
	.if \arguments >= 7
	add $16, %rsp
	.endif
	.endm

/* An iteration is CALLS_UNROLLED calls, sub, ja. The counter is in a callee-saved register. */
	.macro calls arguments
	function primitive_call_\arguments
	push %rbx
	mov %rsi, %rbx
1:	.rept CALLS_UNROLLED
	call_nothing \arguments
	.endr
	sub $CALLS_UNROLLED, %rbx
	ja 1b
	pop %rbx
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

	.section .note.GNU-stack, "", @progbits
