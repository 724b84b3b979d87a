/* SPDX-License-Identifier: MIT */
/* Recovers from faults of the instructions in probe_ops.S. */
#include "kernel/riscv64/core/probe.h"

#include "kernel/riscv64/core/trap_frame.h"

extern const char probe_read_at[], probe_stimecmp_at[], probe_stopei_at[], probe_failed[];

bool probe_recover(struct trap_frame *frame)
{
	if (frame->pc != (uintptr_t)probe_read_at && frame->pc != (uintptr_t)probe_stimecmp_at &&
	    frame->pc != (uintptr_t)probe_stopei_at)
		return false;
	frame->pc = (uintptr_t)probe_failed;
	return true;
}
