/* SPDX-License-Identifier: MIT */
/* Formats the registers of a trap frame. */
#include "kernel/machine/trap_frame.h"

#include "kernel/machine/cpu.h"
#include "lib/riscv64/control.h"
#include "lib/text/fmt.h"

#define HEX "=0x0123456789abcdef"

/* From x1 on. RISC-V ELF psABI, "Integer Register Convention". */
static const char *const names[] = {
	"ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5",
	"a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5",
	"t6",
};

_Static_assert(sizeof(names) / sizeof(names[0]) * sizeof("s11" HEX) +
	       sizeof("sstatus" HEX " sie" HEX " stval" HEX " satp" HEX) <=
	       sizeof(this_cpu()->report.registers), "a report is truncated");

void trap_frame_format(char *text, size_t size, const struct trap_frame *frame)
{
	size_t used = 0;

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]) && used < size; i++)
		used += fmt_buffer(text + used, size - used, "%s=%#lx ", names[i], frame->x[i + 1]);
	if (used < size)
		fmt_buffer(text + used, size - used, "sstatus=%#lx sie=%#lx stval=%#lx satp=%#lx",
			   frame->sstatus, frame->sie, frame->value, read_register(satp));
}

uint64_t trap_frame_address(const struct trap_frame *frame)
{
	return frame->value;
}

uint64_t trap_frame_error(const struct trap_frame *frame)
{
	(void)frame;
	return 0;
}
