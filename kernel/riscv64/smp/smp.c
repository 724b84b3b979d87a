/* SPDX-License-Identifier: MIT */
/* Starts application CPUs by SBI, one after another. RISC-V SBI Specification, "Hart State
 * Management Extension" and "S-Mode IPI Extension". */
#include "kernel/machine/smp.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/core/image.h"
#include "kernel/dev/time_base.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/one_entry/dev/firmware_return.h"
#include "kernel/one_entry/dev/leave.h"
#include "kernel/riscv64/cpu/cpu_init.h"
#include "kernel/riscv64/dev/parts.h"
#include "kernel/smp/ap.h"
#include "lib/cpu/interrupts.h"
#include "lib/riscv64/sbi.h"
#include "lib/text/errno.h"

#define STOP_LIMIT_US 1000000

/* Functions of the first extension, and a state. */
enum {HART_START, HART_GET_STATUS = 2};
#define STATE_STOPPED 1

/* Words of struct ap's start that head.S reads. */
enum {START_STACK, START_FUNCTION, START_ARGUMENT, START_SATP};

extern const char secondary_start[];

/* Called by head.S on the kernel's tables. A CPU without memory for its stacks stops, and counts as
 * not responding. */
static void ap_main(struct ap *ap)
{
	if (cpu_init(&ap->cpu) != 0)
		cpu_stop();
	timer_set(UINT64_MAX);
	ap_park(ap);
}

static int start(uint32_t hardware_id)
{
	void *stack_top;
	struct ap *ap = ap_create(hardware_id, &stack_top);

	if (ap == NULL)
		return -ENOMEM;
	ap->start[START_STACK] = (uintptr_t)stack_top;
	ap->start[START_FUNCTION] = (uintptr_t)ap_main;
	ap->start[START_ARGUMENT] = (uintptr_t)ap;
	ap->start[START_SATP] = paging_satp(paging_root_phys());
	memory_fence();
	if (sbi_call(SBI_HSM, HART_START, hardware_id, image_to_phys(secondary_start),
		     (uintptr_t)ap->start - RAM_BASE_VIRT).error != 0)
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

static void stop(void *argument)
{
	(void)argument;
	leave_switch_off();
}

static bool is_stopped(uint32_t hardware_id)
{
	struct sbi_result status = sbi_call(SBI_HSM, HART_GET_STATUS, hardware_id, 0, 0);

	return status.error == 0 && status.value == STATE_STOPPED;
}

/* Stop the other CPUs. A CPU that a benchmark has hung stays on. */
static uint32_t stop_others(void)
{
	struct spin spin = spin_for_us(STOP_LIMIT_US);
	uint32_t on;

	for (unsigned cpu = 1; cpu < smp_online(); cpu++)
		smp_run(cpu, stop, NULL);
	do {
		on = 0;
		for (unsigned cpu = 1; cpu < smp_online(); cpu++)
			on += !is_stopped(smp_hardware_id(cpu));
	} while (on > 0 && spin_on(&spin));
	return on;
}

void smp_init(unsigned limit)
{
	if (parts()->cpu_count < 2)
		return;
	ap_set_count(parts()->cpu_count);
	if (!sbi_has(SBI_HSM) || !sbi_has(SBI_IPI)) {
		warning("smp", "firmware starts and interrupts no CPUs; using one");
		return;
	}
	if (!self_interrupt_works())
		return;
	ap_handle_wake();
	firmware_return_switch_off_by(stop_others);
	for (uint32_t i = 0; i < parts()->cpu_count && smp_online() < limit; i++) {
		uint32_t hardware_id = parts()->cpu_ids[i];
		int error;

		if (hardware_id == cpu_hardware_id())
			continue;
		error = start(hardware_id);
		if (error != 0)
			warning("smp", "CPU with hart number %u: %s", hardware_id,
				why_not_started(error));
	}
	time_base_align();
}
