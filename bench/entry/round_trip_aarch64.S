/* SPDX-License-Identifier: MIT */
/* Loops from user mode to the kernel and back by SVC: see round_trip_x86.S. */
#include "bench/entry/round_trip.h"

/* uint64_t (uint64_t trips): x19 counts down, x20 is the clock at the start; no entry overwrites
 * these. An iteration is ROUND_TRIPS_UNROLLED trips, subs, b.hi. */
	.macro round_trips name, trip:vararg
	.globl round_trips_\name
	.type round_trips_\name, %function
	.balign 64
round_trips_\name:
	stp x19, x20, [sp, #-16]!
	mov x19, x0
	mov x8, #ENTRY_NUMBER_SYSCALL_GENERIC
	isb
	mrs x20, cntvct_el0
	isb
1:	.rept ROUND_TRIPS_UNROLLED
	\trip
	.endr
	subs x19, x19, #ROUND_TRIPS_UNROLLED
	b.hi 1b
	isb
	mrs x0, cntvct_el0
	isb
	sub x0, x0, x20
	ldp x19, x20, [sp], #16
	ret
	.size round_trips_\name, . - round_trips_\name
	.endm

	.section .user.text, "ax", %progbits

	round_trips none
	round_trips syscall, svc #0

/* The processor has no other entry, so platform_entry_open() refuses these paths. */
	.globl round_trips_sysenter, round_trips_vector, round_trips_call_gate
round_trips_sysenter:
round_trips_vector:
round_trips_call_gate:
	brk #0

	.section .note.GNU-stack, "", %progbits
