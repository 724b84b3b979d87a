/* SPDX-License-Identifier: MIT */
/* Loops from user mode to the kernel and back by ECALL: see round_trip_x86.S. */
#include "bench/entry/round_trip.h"

/* uint64_t (uint64_t trips): s1 counts down, s2 is the clock at the start; no entry overwrites
 * these. An iteration is ROUND_TRIPS_UNROLLED trips, addi, bgtz. */
	.macro round_trips name, trip:vararg
	.globl round_trips_\name
	.type round_trips_\name, %function
	.balign 64
round_trips_\name:
	addi sp, sp, -16
	sd s1, 8(sp)
	sd s2, 0(sp)
	mv s1, a0
	li a7, ENTRY_NUMBER_SYSCALL_GENERIC
	fence
	rdcycle s2
	fence
1:	.rept ROUND_TRIPS_UNROLLED
	\trip
	.endr
	addi s1, s1, -ROUND_TRIPS_UNROLLED
	bgtz s1, 1b
	fence
	rdcycle a0
	fence
	sub a0, a0, s2
	ld s1, 8(sp)
	ld s2, 0(sp)
	addi sp, sp, 16
	ret
	.size round_trips_\name, . - round_trips_\name
	.endm

	.section .user.text, "ax", %progbits

	round_trips none
	round_trips syscall, ecall

/* The processor has no other entry, so platform_entry_open() refuses these paths. */
	.globl round_trips_sysenter, round_trips_vector, round_trips_call_gate
round_trips_sysenter:
round_trips_vector:
round_trips_call_gate:
	ebreak

	.section .note.GNU-stack, "", %progbits
