/* What a process is not given: interrupts, the registers of devices, the other CPUs' translations,
 * the scheduler. */
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

int platform_net_open(const struct net_run *run)
{
	(void)run;
	return -ENOTSUP;
}

int platform_net_act(uint64_t *response_ticks)
{
	(void)response_ticks;
	return -ENOTSUP;
}

void platform_net_close(const char *name)
{
	(void)name;
}

void platform_net_record(uint64_t events)
{
	(void)events;
}

void platform_prefetchers(bool on)
{
	(void)on;
}
