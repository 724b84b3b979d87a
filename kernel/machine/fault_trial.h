/* SPDX-License-Identifier: MIT */
/* One page fault, from the access to the instruction after it: kernel/NAME/trial/fault.S. */
#ifndef KERNEL_MACHINE_FAULT_TRIAL_H
#define KERNEL_MACHINE_FAULT_TRIAL_H

#include <stdint.h>

#include "bench/platform.h"

/* Set by the handlers, each member at the moment of its name. */
extern struct fault_stamps trial_fault_stamps;

/* For trial_fault_enter_map: the page-table entry to write, and its value. */
extern uint64_t *trial_fault_entry;
extern uint64_t trial_fault_value;

/* Access the page at address, in ring 0 or 3. Return the time after the access. The page that
 * trial_fault_jump calls must hold the instruction ARCH_TRIAL_JUMP_BACK, a list of bytes, which
 * returns to trial_fault_jump. */
uint64_t trial_fault_read(uint64_t address);
uint64_t trial_fault_write(uint64_t address);
uint64_t trial_fault_jump(uint64_t address);

/* Write a byte to the page at address, in ring 0 or 3. Returns the ticks of the write. */
uint64_t trial_first_write(uint64_t address);

/* Handlers for interrupt_enter_at. trial_fault_enter_trap() returns past the access.
 * trial_fault_enter_map() permits the access and retries it. */
void trial_fault_enter_trap(void);
void trial_fault_enter_map(void);

/* In a handler in C of the fault of trial_fault_read: the time of the access, and the change of the
 * frame so that returning continues after the access.
 *
 *	uint64_t trial_fault_touched(const struct trap_frame *frame)
 *	void trial_fault_skip(struct trap_frame *frame)
 *
 * After a fault, with interrupts off since: whether the CPU stated this cause for it.
 *
 *	bool trial_fault_has_cause(enum fault_kind kind, bool is_user) */
#include "kernel/machine/arch.h"

#endif
