/* SPDX-License-Identifier: MIT */
/* Registers that control prefetchers differ by core, and belong to firmware. */
#include "bench/platform.h"

void platform_prefetchers(bool on)
{
	(void)on;
}
