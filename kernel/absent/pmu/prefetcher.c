/* SPDX-License-Identifier: MIT */
/* Prefetchers cannot be controlled, because the registers differ between cores and belong to
 * firmware. */
#include "bench/platform.h"

void platform_prefetchers(bool on)
{
	(void)on;
}
