/* SPDX-License-Identifier: MIT */
/* What fault.S keeps in registers, for kernel/machine/fault_trial.h. */
#ifndef KERNEL_X86_TRIAL_FAULT_ACCESS_H
#define KERNEL_X86_TRIAL_FAULT_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/x86/core/trap_frame.h"

/* JMP *%RSI, which returns to trial_fault_jump, whose jump leads here. Intel SDM vol. 2A,
 * "JMP—Jump". */
#define ARCH_TRIAL_JUMP_BACK 0xff, 0xe6

extern uint64_t trial_fault_error;      /* error code of the last fault, as the CPU stated it */

/* Bits of the error code: Intel SDM vol. 3A, "Interrupt 14—Page-Fault Exception (#PF)". */
#define ERROR_PRESENT (1u << 0)
#define ERROR_WRITE (1u << 1)
#define ERROR_USER (1u << 2)
#define ERROR_FETCH (1u << 4)

static inline bool trial_fault_has_cause(enum fault_kind kind, bool is_user)
{
	static const uint64_t errors[] = {
		[FAULT_NOT_PRESENT] = 0,
		[FAULT_WRITE_PROTECT] = ERROR_PRESENT | ERROR_WRITE,
		[FAULT_NO_EXECUTE] = ERROR_PRESENT | ERROR_FETCH,
	};

	return trial_fault_error == (errors[kind] | (is_user ? ERROR_USER : 0));
}

static inline uint64_t trial_fault_touched(const struct trap_frame *frame)
{
	return frame->r8;
}

static inline void trial_fault_skip(struct trap_frame *frame)
{
	frame->rip = frame->rsi;
}

#endif
