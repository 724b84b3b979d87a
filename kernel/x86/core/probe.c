/* SPDX-License-Identifier: MIT */
/* Recovers from faults of the instructions in probe_ops.S. */
#include "kernel/x86/core/probe.h"

#include <stddef.h>

#include "kernel/x86/core/trap_frame.h"

extern const char probe_rdmsr_at[], probe_wrmsr_at[], probe_rdpmc_at[], probe_read_at[],
	probe_write_cr4_at[], probe_write_xcr0_at[], probe_failed[];

bool probe_recover(struct trap_frame *frame)
{
	const char *const sites[] = {
		probe_rdmsr_at, probe_wrmsr_at, probe_rdpmc_at, probe_read_at,
		probe_write_cr4_at, probe_write_xcr0_at,
	};

	for (size_t i = 0; i < sizeof(sites) / sizeof(sites[0]); i++) {
		if (frame->rip == (uintptr_t)sites[i]) {
			frame->rip = (uintptr_t)probe_failed;
			return true;
		}
	}
	return false;
}
