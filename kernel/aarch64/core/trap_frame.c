/* SPDX-License-Identifier: MIT */
/* Formats the registers of a trap frame. */
#include "kernel/machine/trap_frame.h"

#include "kernel/machine/cpu.h"
#include "lib/aarch64/control.h"
#include "lib/text/fmt.h"

#define GENERAL_REGISTERS 31
#define HEX "=0x0123456789abcdef"

_Static_assert(GENERAL_REGISTERS * sizeof("x30" HEX) +
	       sizeof("sp" HEX " pstate" HEX " esr" HEX " far" HEX " ttbr0" HEX) <=
	       sizeof(this_cpu()->report.registers), "a report is truncated");

void trap_frame_format(char *text, size_t size, const struct trap_frame *frame)
{
	size_t used = 0;

	for (unsigned i = 0; i < GENERAL_REGISTERS && used < size; i++)
		used += fmt_buffer(text + used, size - used, "x%u=%#lx ", i, frame->x[i]);
	if (used < size)
		fmt_buffer(text + used, size - used,
			   "sp=%#lx pstate=%#lx esr=%#lx far=%#lx ttbr0=%#lx", frame->sp,
			   frame->pstate, frame->syndrome, read_register(far_el1),
			   read_register(ttbr0_el1));
}

uint64_t trap_frame_address(const struct trap_frame *frame)
{
	(void)frame;
	return read_register(far_el1);
}

uint64_t trap_frame_error(const struct trap_frame *frame)
{
	return frame->syndrome;
}
