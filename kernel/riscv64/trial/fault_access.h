/* SPDX-License-Identifier: MIT */
/* What fault.S keeps in registers, for kernel/machine/fault_trial.h. */
#ifndef KERNEL_RISCV64_TRIAL_FAULT_ACCESS_H
#define KERNEL_RISCV64_TRIAL_FAULT_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/riscv64/core/trap_frame.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/exception_name.h"

/* JR T4, which returns to trial_fault_jump, whose jump leads here. */
#define ARCH_TRIAL_JUMP_BACK 0x67, 0x80, 0x0e, 0x00

enum {REGISTER_TOUCHED = 28, REGISTER_RESUME = 29};     /* t3, t4 */

/* User mode returns by ECALL, which overwrites the cause, so the cause is known only for a fault in
 * the kernel. The cause tells the kind of access, not what the entry lacks. */
static inline bool trial_fault_has_cause(enum fault_kind kind, bool is_user)
{
	static const uint64_t causes[] = {
		[FAULT_NOT_PRESENT] = CAUSE_LOAD_PAGE,
		[FAULT_WRITE_PROTECT] = CAUSE_STORE_PAGE,
		[FAULT_NO_EXECUTE] = CAUSE_FETCH_PAGE,
	};

	return is_user || read_register(scause) == causes[kind];
}

static inline uint64_t trial_fault_touched(const struct trap_frame *frame)
{
	return frame->x[REGISTER_TOUCHED];
}

static inline void trial_fault_skip(struct trap_frame *frame)
{
	frame->pc = frame->x[REGISTER_RESUME];
}

#endif
