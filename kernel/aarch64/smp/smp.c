/* SPDX-License-Identifier: MIT */
/* Starts application CPUs by PSCI, one after another. */
#include "kernel/machine/smp.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/cpu_init.h"
#include "kernel/aarch64/dev/gic.h"
#include "kernel/aarch64/dev/parts.h"
#include "kernel/aarch64/dev/psci.h"
#include "kernel/core/image.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/one_entry/dev/firmware_return.h"
#include "kernel/smp/ap.h"
#include "lib/text/errno.h"

#define OFF_LIMIT_US 1000000

/* Words of struct ap's start that head.S reads. */
enum {START_STACK, START_FUNCTION, START_ARGUMENT, START_TABLES};

extern const char secondary_start[];

/* Called by head.S on the kernel's tables. A CPU without memory for its stacks, or without a
 * redistributor, stops and counts as not responding. */
static void ap_main(struct ap *ap)
{
	if (cpu_init(&ap->cpu) != 0 || gic_init_this_cpu() != 0)
		cpu_stop();
	ap_park(ap);
}

static int start(uint32_t hardware_id)
{
	void *stack_top;
	struct ap *ap = ap_create(hardware_id, &stack_top);
	int64_t error;

	if (ap == NULL)
		return -ENOMEM;
	ap->start[START_STACK] = (uintptr_t)stack_top;
	ap->start[START_FUNCTION] = (uintptr_t)ap_main;
	ap->start[START_ARGUMENT] = (uintptr_t)ap;
	ap->start[START_TABLES] = paging_root_phys();
	__asm__ volatile("dsb sy" : : : "memory");
	error = psci_cpu_on(hardware_id, image_to_phys(secondary_start),
			    (uintptr_t)ap->start - RAM_BASE_VIRT);
	if (error != 0)
		return -ENODEV;
	if (!ap_comes_online(ap))
		return -ETIMEDOUT;
	ap_add(ap);
	return 0;
}

static const char *why_not_started(int error)
{
	switch (error) {
	case -ENOMEM:
		return "no memory";
	case -ENODEV:
		return "firmware does not start it";
	default:
		return "no response";
	}
}

static void switch_off(void *argument)
{
	(void)argument;
	gic_leave_this_cpu();
	psci_cpu_off();
}

/* Switch off the other CPUs. A CPU that a benchmark has hung stays on. */
static uint32_t switch_off_others(void)
{
	struct spin spin = spin_for_us(OFF_LIMIT_US);
	uint32_t on;

	for (unsigned cpu = 1; cpu < smp_online(); cpu++)
		smp_run(cpu, switch_off, NULL);
	do {
		on = 0;
		for (unsigned cpu = 1; cpu < smp_online(); cpu++)
			on += !psci_cpu_is_off(smp_hardware_id(cpu));
	} while (on > 0 && spin_on(&spin));
	return on;
}

void smp_init(unsigned limit)
{
	const struct acpi_gic *cpus = &parts()->gic;

	if (cpus->cpu_count < 2)
		return;
	ap_set_count(cpus->cpu_count);
	if (!psci_exists()) {
		warning("smp", "the %s names no firmware that starts CPUs; using one",
			parts_source());
		return;
	}
	if (!self_interrupt_works())
		return;
	ap_handle_wake();
	firmware_return_switch_off_by(switch_off_others);
	for (uint32_t i = 0; i < cpus->cpu_count && smp_online() < limit; i++) {
		uint32_t hardware_id = cpus->cpu_ids[i];
		int error;

		if (hardware_id == cpu_hardware_id())
			continue;
		error = start(hardware_id);
		if (error != 0)
			warning("smp", "CPU with affinity %#x: %s", hardware_id,
				why_not_started(error));
	}
	time_base_align();
}
