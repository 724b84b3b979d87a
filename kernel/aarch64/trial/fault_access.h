/* SPDX-License-Identifier: MIT */
/* What fault.S keeps in registers, for kernel/machine/fault_trial.h. */
#ifndef KERNEL_AARCH64_TRIAL_FAULT_ACCESS_H
#define KERNEL_AARCH64_TRIAL_FAULT_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/aarch64/core/trap_frame.h"
#include "lib/aarch64/exception_name.h"

/* BR X14, which returns to trial_fault_jump, whose jump leads here. Arm ARM, "BR". */
#define ARCH_TRIAL_JUMP_BACK 0xc0, 0x01, 0x1f, 0xd6

/* Arm ARM, "ISS encoding for an exception from a Data Abort". */
#define SYNDROME_WRITE (1u << 6)
#define SYNDROME_STATUS(syndrome) ((syndrome) >> 2 & 0xf)
#define STATUS_TRANSLATION 1            /* translation fault of any level */
#define STATUS_PERMISSION 3

/* User mode returns by SVC, which overwrites the syndrome, so the cause is known only for a fault
 * in EL1. */
static inline bool trial_fault_has_cause(enum fault_kind kind, bool is_user)
{
	static const struct {
		uint32_t class, status, write;
	} causes[] = {
		[FAULT_NOT_PRESENT] = {CLASS_DATA_ABORT, STATUS_TRANSLATION, 0},
		[FAULT_WRITE_PROTECT] = {CLASS_DATA_ABORT, STATUS_PERMISSION, SYNDROME_WRITE},
		[FAULT_NO_EXECUTE] = {CLASS_INSTRUCTION_ABORT, STATUS_PERMISSION, 0},
	};
	uint64_t syndrome;

	__asm__ volatile("mrs %0, esr_el1" : "=r"(syndrome));
	return is_user || (syndrome >> SYNDROME_CLASS_SHIFT == causes[kind].class &&
			   SYNDROME_STATUS(syndrome) == causes[kind].status &&
			   (syndrome & SYNDROME_WRITE) == causes[kind].write);
}

static inline uint64_t trial_fault_touched(const struct trap_frame *frame)
{
	return frame->x[13];
}

static inline void trial_fault_skip(struct trap_frame *frame)
{
	frame->pc = frame->x[14];
}

#endif
