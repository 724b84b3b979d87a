/* SPDX-License-Identifier: MIT */
/* One page fault, from the access to the instruction after it. It is in assembly because the access
 * must have a known address, and the handler's first instruction is timed. A trial's handlers have
 * a table of traps. Handlers may change t0 to t2, t5 and t6. */
#include "kernel/riscv64/cpu/stamp.inc"
#include "kernel/riscv64/cpu/trap.inc"
#include "kernel/riscv64/cpu/vector.h"

#define TOUCHED 0
#define ENTERED 8
#define RETURNING 16
#define ENTRY 32
#define VALUE 40

/* uint64_t trial_fault_\name(uint64_t address): the access between two clock reads, in the
 * kernel or in user mode. The first time is in t3 for the handler, because user mode cannot
 * write the stamps; the second is returned. t4 is the address after the access. */
	.macro access name, instruction:vararg
	.globl	trial_fault_\name
trial_fault_\name:
	la	t4, 1f
	READ_CLOCK t3
	\instruction
1:	READ_CLOCK a0
	ret
	.endm

	.section .user.text, "ax", %progbits

	access	read, lbu t5, (a0)
	access	write, sb zero, (a0)

/* The page holds an instruction that jumps to t4. */
	access	jump, jr a0

/* uint64_t trial_first_write(uint64_t address): ticks of a write that populates its page. */
	.globl	trial_first_write
trial_first_write:
	li	t5, 1
	READ_CLOCK t3
	sb	t5, (a0)
	READ_CLOCK a0
	sub	a0, a0, t3
	ret

	.section .text.trial, "ax"

	TRAP_TABLE trial_fault_enter_trap, exception=fault_trap
	TRAP_TABLE trial_fault_enter_map, exception=fault_map

/* There is one entry for faults and system calls, so this checks for the end of user mode, which is
 * a call and overwrites stval. */
	.macro entered
	READ_CLOCK t0
	csrr	t1, scause
	li	t2, CAUSE_USER_CALL
	beq	t1, t2, user_mode_exit_unsaved
	la	t1, trial_fault_stamps
	sd	t3, TOUCHED(t1)
	sd	t0, ENTERED(t1)
	csrr	t2, stval
	la	t5, paging_latest_fault
	sd	t2, (t5)
	.endm

	.balign	64
fault_trap:
	entered
	csrw	sepc, t4
	READ_CLOCK t0
	sd	t0, RETURNING(t1)
	sret

	.balign	64
fault_map:
	entered
	ld	t5, ENTRY(t1)
	ld	t6, VALUE(t1)
	sd	t6, (t5)
	sfence.vma t2
	READ_CLOCK t0
	sd	t0, RETURNING(t1)
	sret

	.section .bss
	.balign	8
	.globl	trial_fault_stamps, trial_fault_entry, trial_fault_value
trial_fault_stamps:
	.skip	ENTRY
trial_fault_entry:
	.skip	8
trial_fault_value:
	.skip	8

	.section .note.GNU-stack, "", %progbits
