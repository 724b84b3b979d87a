/* SPDX-License-Identifier: MIT */
/* Firmware's state around the kernel. The kernel starts the other CPUs by SBI, and stops them
 * before it returns. The kernel itself also restores the serial port. */
#include "boot/efi/resident.h"

#include "boot/efi/state.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/sbi.h"

const char *resident_unsupported_reason(void)
{
	return NULL;
}

void resident_prepare(struct handoff *handoff, const struct boot_info *info,
		      const struct loader_options *options)
{
	(void)handoff;
	(void)info;
	(void)options;
}

void resident_enter(struct handoff *handoff, uint64_t entry, uint64_t argument)
{
	world_enter(&handoff->boot, entry, argument);
}

unsigned resident_wait_for_cpus(struct handoff *handoff, char *text, size_t size)
{
	(void)handoff;
	(void)text;
	(void)size;
	return 0;
}

void resident_settle(void)
{
}

/* ---- State ---- */

static unsigned save_registers(uint64_t *to)
{
	to[0] = read_register(scounteren);
	to[1] = read_register(sie);
	return 2;
}

static void restore_registers(const uint64_t *from, unsigned count)
{
	(void)count;
	write_register(scounteren, from[0]);
	write_register(sie, from[1]);
}

const struct state_entry state_of_cpu[] = {
	{"registers", save_registers, restore_registers},
	{0},
};

/* Empty, because the kernel, not the loader, knows the addresses of devices. */
const struct state_entry state_of_machine[] = {{0}};

/* Let the timer interrupt at once, because firmware may have set the timer by SBI, which does not
 * tell the deadline. The handler then sets the next deadline. RISC-V SBI Specification, "Timer
 * Extension". */
void state_drain_cpu(void)
{
	sbi_call(SBI_TIME, 0, read_register(time), 0, 0);
}

void state_drain_machine(void)
{
}
