/* SPDX-License-Identifier: MIT */
/* Determines the time base once. */
#include "kernel/dev/time_base.h"

#include "bench/engine/time_base.h"
#include "bench/engine/warning.h"
#include "boot/qemu.h"
#include "kernel/machine/hypervisor.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/identity.h"
#include "lib/cpu/pause.h"
#include "lib/text/ticks.h"

#define WINDOW_US 10000u                /* well below the PIT's period of 55 ms */
#define WINDOW_COUNTED_US 1000u

/* QEMU's TSC and local APIC timer run at 10^9 Hz. Rates that are not near a multiple of this are
 * not rounded. */
#define ROUND_HZ 10000000u
#define NEAR_PARTS 1000u                /* a PIT's count is 1/1193 of a short window */

/* QEMU's start of CPUs varies by about a thousand instructions, so two runs rarely get different
 * multiples. */
#define ALIGN_TICKS (1u << 24)

static char hypervisor[CPU_HYPERVISOR_CHARS];
static enum time_base time_base;

void time_base_init(void)
{
	machine_read_hypervisor(hypervisor);
	time_base = time_base_find(hypervisor);
	if (time_base == TIME_REAL && hypervisor[0] == '\0' && qemu_made_devices())
		warning("time base", "QEMU devices, but no hypervisor in CPUID; cannot tell "
			"whether ticks are those of a real CPU");
}

uint64_t time_base_round_hz(uint64_t measured_hz)
{
	uint64_t round_hz = ticks_nearest(measured_hz, ROUND_HZ) * ROUND_HZ;
	uint64_t distance_hz = round_hz > measured_hz ? round_hz - measured_hz
						      : measured_hz - round_hz;

	if (time_base != TIME_INSTRUCTIONS || distance_hz > measured_hz / NEAR_PARTS)
		return measured_hz;
	return round_hz;
}

uint64_t time_base_window_us(void)
{
	return time_base == TIME_INSTRUCTIONS ? WINDOW_COUNTED_US : WINDOW_US;
}

/* Executes a calculated number of instructions, because a loop that reads the clock would end up to
 * its own length late. */
void time_base_align(void)
{
	if (time_base == TIME_INSTRUCTIONS)
		cpu_run_instructions(2 * ALIGN_TICKS - clock_read() % ALIGN_TICKS);
}

const char *time_base_hypervisor(void)
{
	return hypervisor;
}

enum time_base time_base_unit(void)
{
	return time_base;
}
