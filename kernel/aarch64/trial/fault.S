/* SPDX-License-Identifier: MIT */
/* One page fault, from the access to the instruction after it. It is in assembly because the access
 * must have a known address, and the handler's first instruction is timed. A trial's handlers are
 * whole tables of vectors. Handlers may change x9 to x12. */
#include "kernel/aarch64/cpu/stamp.inc"
#include "kernel/aarch64/cpu/vector.h"
#include "kernel/aarch64/cpu/vectors.inc"

#define TOUCHED 0
#define ENTERED 8
#define RETURNING 16

/* uint64_t trial_fault_\name(uint64_t address): the access between two clock reads, in the kernel
 * or in user mode. The first time is in x13 for the handler, because user mode cannot write the
 * stamps. The second time is returned. x14 is the address after the access. */
	.macro access name, instruction:vararg
	.globl	trial_fault_\name
trial_fault_\name:
	adr	x14, 1f
	READ_CLOCK x13
	\instruction
1:	READ_CLOCK x0
	ret
	.endm

	.section .user.text, "ax", %progbits

	access	read, ldrb w9, [x0]
	access	write, strb w9, [x0]

/* The page holds an instruction that jumps to x14. */
	access	jump, br x0

/* uint64_t trial_first_write(uint64_t address): ticks of a write that populates its page. */
	.globl	trial_first_write
trial_first_write:
	mov	w9, #1
	READ_CLOCK x13
	strb	w9, [x0]
	READ_CLOCK x0
	sub	x0, x0, x13
	ret

	.section .text.trial, "ax"

	.macro entered
	READ_CLOCK x9
	store_entered
	.endm

	.macro store_entered
	adrp	x10, trial_fault_stamps
	add	x10, x10, :lo12:trial_fault_stamps
	stp	x13, x9, [x10, #TOUCHED]
	.endm

	.macro trap
	msr	elr_el1, x14
	READ_CLOCK x9
	str	x9, [x10, #RETURNING]
	eret
	.endm

/* Map the page whose address is in x0, and invalidate its translation in every address space, on
 * this CPU. */
	.macro map
	ldp	x11, x12, [x10, #32]	/* trial_fault_entry, trial_fault_value */
	str	x12, [x11]
	ubfx	x11, x0, #12, #44
	dsb	ishst
	tlbi	vaae1, x11
	dsb	nsh
	isb
	READ_CLOCK x9
	str	x9, [x10, #RETURNING]
	eret
	.endm

/* User mode has one entry for faults and system calls, so this checks for the end of user mode,
 * which is a call. */
	.macro unless_end
	mrs	x11, esr_el1
	lsr	x11, x11, #SYNDROME_CLASS_SHIFT
	cmp	x11, #CLASS_SVC
	b.eq	user_mode_exit_unsaved
	.endm

	.macro own_trap
	entered
	trap
	.endm

	.macro user_trap
	b	user_trap_entry
	.endm

	.macro own_map
	entered
	map
	.endm

	.macro user_map
	b	user_map_entry
	.endm

	VECTORS trial_fault_enter_trap, own_trap, own_interrupt, own_fast_interrupt, own_error, \
		user_trap, own_interrupt, own_fast_interrupt, own_error
	VECTORS trial_fault_enter_map, own_map, own_interrupt, own_fast_interrupt, own_error, \
		user_map, own_interrupt, own_fast_interrupt, own_error

user_trap_entry:
	READ_CLOCK x9
	unless_end
	store_entered
	trap

user_map_entry:
	READ_CLOCK x9
	unless_end
	store_entered
	map

	.section .bss
	.balign	8
	.globl	trial_fault_stamps, trial_fault_entry, trial_fault_value
trial_fault_stamps:
	.skip	32
trial_fault_entry:
	.skip	8
trial_fault_value:
	.skip	8

	.section .note.GNU-stack, "", %progbits
