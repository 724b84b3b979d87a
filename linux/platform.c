/* SPDX-License-Identifier: MIT */
/* The platform of the benchmarks in a Linux process: bench/platform.h by system calls. Memory is in
 * memory.c and nodes.c, the isolated section in schedule.c, disturbances in disturbance.c, guarded
 * calls in guard.c, threads, processes and other CPUs in task/, entries in entry.c, clocks in
 * tsc.c, coarse.c and program_clock.c, timers in sleep.c, the idle loop in idle/, keys in input/,
 * the kernel's counters in activity.c, performance counters in pmu/, output in output.c, the
 * manifest in describe.c, trials in trial/, the disk in disk/, interactions in flow/, the user's
 * instructions in code/, and unavailable functions in unavailable.c and absent/. */
#include "linux/platform.h"

#include "bench/engine/time_base.h"
#include "bench/platform.h"
#include "lib/cpu/caches.h"
#include "linux/disk/disk.h"
#include "linux/disturbance.h"
#include "linux/entry.h"
#include "linux/guard.h"
#include "linux/input/keyboard.h"
#include "linux/memory.h"
#include "linux/pmu/pmc.h"
#include "linux/processor.h"
#include "linux/schedule.h"
#include "linux/surroundings.h"
#include "linux/system.h"

static struct {
	uint32_t capabilities;
	enum time_base time_base;
} platform;

static const char *const missing[PLATFORM_CAPABILITY_COUNT] = {
	[PLATFORM_BIT_SMP] = "only one CPU is available to the process",
	[PLATFORM_BIT_LAPIC] = "under Linux, interrupts belong to the kernel",
	[PLATFORM_BIT_LAPIC_TIMER] = "under Linux, interrupts belong to the kernel",
	[PLATFORM_BIT_TSC_DEADLINE] = "under Linux, interrupts belong to the kernel",
	[PLATFORM_BIT_PAGE_2M] = "as root, reserve some by vm.nr_hugepages, or allow transparent "
				 "ones in /sys/kernel/mm/transparent_hugepage/enabled",
	[PLATFORM_BIT_PAGE_1G] = "as root, reserve some at boot by hugepagesz=1G hugepages=N",
	[PLATFORM_BIT_IOAPIC] = "under Linux, interrupts belong to the kernel",
	[PLATFORM_BIT_PRIVILEGED] = "not available to a process",
	[PLATFORM_BIT_ENTRY_HANDLERS] = "under Linux, the kernel handles entries",
	[PLATFORM_BIT_MOUSE] = "under Linux, the keyboard controller belongs to the kernel",
	[PLATFORM_BIT_DISK] = "name a device or file with --disk",
};

static void platform_offer(bool works, enum platform_capability capability)
{
	if (works)
		platform.capabilities |= capability;
}

void platform_init(void)
{
	char hypervisor[CPU_HYPERVISOR_CHARS];

	processor_hypervisor(hypervisor);
	platform.time_base = time_base_find(hypervisor);
	disturbance_init();
	entry_init();
	platform.capabilities |= processor_init();
	platform_offer(platform_clock_hz() != 0, CAN_CLOCK);
	platform_offer(schedule_cpu_count() > 1, CAN_SMP);
	platform_offer(memory_has_pages(PAGE_2M), CAN_PAGE_2M);
	platform_offer(memory_has_pages(PAGE_1G), CAN_PAGE_1G);
	platform_offer(guard_has_watchdog(), CAN_WATCHDOG);
	platform_offer(true, CAN_THREADS);
	platform_offer(true, CAN_PROCESSES);
	platform_offer(true, CAN_INTERACTIONS);
	platform_offer(pmc_missing_reason() == NULL, CAN_PMC);
	platform_offer(disk_is_named(), CAN_DISK);
	keyboard_init();
	platform_offer(keyboard_missing_reason() == NULL, CAN_KEYBOARD);
}

uint32_t platform_capabilities(void)
{
	return platform.capabilities;
}

const char *platform_missing_reason(enum platform_capability_bit bit)
{
	switch (bit) {
	case PLATFORM_BIT_SMP:
		return system_this()->binds_threads ? missing[bit] : "the operating system does "
			"not bind threads to CPUs";
	case PLATFORM_BIT_PMC:
		return pmc_missing_reason();
	case PLATFORM_BIT_KEYBOARD:
		return keyboard_missing_reason();
	default:
		return missing[bit];
	}
}

bool platform_is_hosted(void)
{
	return true;
}

enum time_base platform_time_base(void)
{
	return platform.time_base;
}

uint64_t platform_last_level_cache_bytes(void)
{
	return cpu_caches_largest_bytes();
}

/* Report nothing, because users can see how long a process has run. */
void platform_progress(uint64_t done_ticks, uint64_t all_ticks)
{
	(void)done_ticks;
	(void)all_ticks;
}

void platform_conclude(void)
{
	disk_conclude();
	surroundings_conclude();
}
