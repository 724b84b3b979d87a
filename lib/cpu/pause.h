/* SPDX-License-Identifier: MIT */
/* Waits of a CPU that polls.
 *
 *	void cpu_pause(void)
 *		Tell the processor that this CPU polls. An emulator with one thread for all CPUs
 *		then runs another CPU. Any CPU, kernel or user mode.
 *	void cpu_relax(void)
 *		One iteration of a wait that may end a microsecond late: at full speed in an
 *		emulator, then cpu_pause().
 *	void cpu_count_down(uint32_t turns)
 *		A loop of turns, which is not 0, of two instructions each, whatever the compiler.
 *	void cpu_run_instructions(uint64_t count)
 *		Execute that number of instructions and a few more, the same few for every even and
 *		for every odd count. 2 or more. */
#ifndef LIB_CPU_PAUSE_H
#define LIB_CPU_PAUSE_H

#include "lib/cpu/arch.h"

#endif
