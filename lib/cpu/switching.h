/* SPDX-License-Identifier: MIT */
/* What a processor offers to those that switch between processes.
 *
 *	bool cpu_has_asids(void)
 *		Whether a cached translation has an identifier of its address space (x86-64: PCID),
 *		so that a switch may keep it.
 *	CPU_EXTENDED_STATE
 *		The kind of extended state that the running kernel has enabled, of enum
 *		extended_state (bench/platform/task.h). */
#ifndef LIB_CPU_SWITCHING_H
#define LIB_CPU_SWITCHING_H

#include "lib/cpu/arch.h"

#endif
