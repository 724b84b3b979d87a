/* What a process is not given: interrupts, the registers of devices, the other CPUs'
 * translations. */
#include <errno.h>

#include "bench/platform.h"

int platform_interrupt_trial(enum interrupt_source source, enum wait_kind wait,
			     struct interrupt_stamps *stamps)
{
	(void)source;
	(void)wait;
	(void)stamps;
	return -ENOTSUP;
}

int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	(void)cpu;
	(void)wait;
	(void)stamps;
	return -ENOTSUP;
}

int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps)
{
	(void)cpus;
	(void)wait;
	(void)stamps;
	return -ENOTSUP;
}

int platform_register(enum platform_register which, uint64_t *where)
{
	(void)which;
	(void)where;
	return -ENOTSUP;
}

int platform_raise_smi(void)
{
	return -ENOTSUP;
}

void platform_prefetchers(bool on)
{
	(void)on;
}
