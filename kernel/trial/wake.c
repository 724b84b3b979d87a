/* SPDX-License-Identifier: MIT */
/* Wake-ups between processes. There are none, because bare metal has no processes. */
#include "bench/platform.h"
#include "lib/text/errno.h"

int platform_wake_open(enum wake_way way, uint32_t cpu)
{
	(void)way;
	(void)cpu;
	return -ENOTSUP;
}

int platform_wake_trial(struct wake_stamps *stamps)
{
	*stamps = (struct wake_stamps){0};
	return -ENOTSUP;
}

void platform_wake_close(void)
{
}
