/* SPDX-License-Identifier: MIT */
/* Loops from user mode to the kernel and back. They are in assembly because each entry uses and
 * overwrites specific registers, and in a separate section because user mode on bare metal sees no
 * other code. The code is position-independent and has no data. */
#include "bench/entry/round_trip.h"

/* uint64_t (uint64_t trips): %rbx counts down, %r12 is the TSC at the start; no entry overwrites
 * these. An iteration is ROUND_TRIPS_UNROLLED trips, sub, ja. The clock is read as in
 * lib/x86/tsc.h; from rdtsc to rdtsc there are lfence, shl, or, mov, the loop, and lfence. */
	.macro round_trips name, trip:vararg
	.globl round_trips_\name
	.type round_trips_\name, @function
	.balign 64
round_trips_\name:
	push %rbx
	push %r12
	mov %rdi, %rbx
	lfence
	rdtsc
	lfence
	shl $32, %rdx
	or %rdx, %rax
	mov %rax, %r12
1:	.rept ROUND_TRIPS_UNROLLED
	\trip
	.endr
	sub $ROUND_TRIPS_UNROLLED, %rbx
	ja 1b
	lfence
	rdtsc
	lfence
	shl $32, %rdx
	or %rdx, %rax
	sub %r12, %rax
	pop %r12
	pop %rbx
	ret
	.size round_trips_\name, . - round_trips_\name
	.endm

/* SYSEXIT jumps to %rdx with the stack in %rcx, so the caller sets both registers. */
	.macro enter_by_sysenter
	mov %rsp, %rcx
	lea 2f(%rip), %rdx
	sysenter
2:
	.endm

	.macro enter_by_syscall
	mov $ENTRY_NUMBER_SYSCALL, %eax
	syscall
	.endm

	.macro enter_by_vector
	mov $ENTRY_NUMBER_VECTOR, %eax
	int $ENTRY_VECTOR
	.endm

	.section .user.text, "ax", @progbits

	round_trips none
	round_trips syscall, enter_by_syscall
	round_trips sysenter, enter_by_sysenter
	round_trips vector, enter_by_vector
	round_trips call_gate, lcall *call_gate(%rip)

/* In a far pointer to a gate, only the selector counts. */
call_gate:
	.long 0
	.word ENTRY_GATE_SELECTOR

	.section .note.GNU-stack, "", @progbits
