/* SPDX-License-Identifier: MIT */
/* Uses application CPUs. */
#include "kernel/machine/smp.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/smp/ap.h"
#include "lib/text/errno.h"

#define FINISH_LIMIT_MS 4000            /* far longer than any task of a benchmark */

unsigned smp_count(void)
{
	return application_cpus.count;
}

unsigned smp_online(void)
{
	return application_cpus.online;
}

/* ---- Use ---- */

static struct ap *smp_find(unsigned cpu)
{
	return cpu < application_cpus.online ? application_cpus.aps[cpu] : NULL;
}

static bool smp_is_busy(const struct ap *ap)
{
	return __atomic_load_n(&ap->mailbox, __ATOMIC_ACQUIRE) != MAILBOX_EMPTY;
}

int smp_run(unsigned cpu, void (*function)(void *), void *argument)
{
	struct ap *ap = smp_find(cpu);

	if (ap == NULL)
		return -EINVAL;
	if (smp_is_busy(ap))
		return -EBUSY;
	ap->function = function;
	ap->argument = argument;
	__atomic_store_n(&ap->mailbox, MAILBOX_FULL, __ATOMIC_RELEASE);
	return interrupt_send(ap->cpu.hardware_id, VECTOR_WAKE);
}

int smp_wait(unsigned cpu, uint32_t limit_ms)
{
	const struct ap *ap = smp_find(cpu);
	struct spin spin = spin_for_us(limit_ms * (uint64_t)1000);

	if (ap == NULL)
		return -EINVAL;
	while (smp_is_busy(ap)) {
		if (!spin_on(&spin))
			return -ETIMEDOUT;
	}
	return ap->has_faulted ? -EFAULT : 0;
}

int smp_finish(unsigned cpu)
{
	int error = smp_wait(cpu, FINISH_LIMIT_MS);

	if (error == -EFAULT) {
		const struct platform_failure *failure = &smp_find(cpu)->cpu.report.failure;

		warning("smp", "CPU %u: %s: %s", cpu, failure->detail, failure->backtrace);
	}
	return error;
}

uint32_t smp_hardware_id(unsigned cpu)
{
	const struct ap *ap = smp_find(cpu);

	return ap != NULL ? ap->cpu.hardware_id : cpu_hardware_id();
}
