/* What a process is not given: interrupts of its own, the registers of devices. */
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
