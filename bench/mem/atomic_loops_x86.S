/* SPDX-License-Identifier: MIT */
/* Read-modify-write operations on one word, in assembly because the instruction is the measurement.
 * An iteration is ATOMIC_TURN of them and loop control. Compare-exchange replaces zero by zero, so
 * that it succeeds even while other CPUs do the same.
 *
 * %rdi is the word; %rsi counts down; %rax, %rdx, %rcx and %r8 are the operands. %rbx is the
 * caller's and saved in %r9. */
#include "bench/mem/atomic.h"

	.macro operations name, operation:vararg
	.globl atomic_\name
	.type atomic_\name, @function
	.balign 64
atomic_\name:
	mov %rbx, %r9
	xor %eax, %eax
	xor %ebx, %ebx
	xor %ecx, %ecx
	xor %edx, %edx
	mov $1, %r8d
1:	.rept ATOMIC_TURN
	\operation
	.endr
	sub $ATOMIC_TURN, %rsi
	ja 1b
	mov %r9, %rbx
	ret
	.size atomic_\name, . - atomic_\name
	.endm

	.text
	operations add, add %r8, (%rdi)
	operations lock_add, lock add %r8, (%rdi)
	operations xchg, xchg %r8, (%rdi)
	operations cmpxchg, lock cmpxchg %rbx, (%rdi)
	operations xadd, lock xadd %r8, (%rdi)
	operations cmpxchg16b, lock cmpxchg16b (%rdi)

	.section .note.GNU-stack, "", @progbits
