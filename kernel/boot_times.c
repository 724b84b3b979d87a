/* SPDX-License-Identifier: MIT */
#include "kernel/boot_times.h"

#include <stddef.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"

static struct {
	struct boot_times times;
	const struct service_times *services;   /* NULL: our loader did not start the kernel */
} boot;

void boot_times_begin(const struct boot_info *info, uint64_t kernel_tsc)
{
	boot.times.loader_tsc = info->loader_tsc;
	boot.times.measuring_ticks = info->services.all_ticks;
	boot.times.kernel_tsc = kernel_tsc;
	if (info->loader_tsc != 0)
		boot.services = &info->services;
}

void boot_times_end(void)
{
	boot.times.ready_tsc = clock_read();
}

const struct service_times *platform_service_times(void)
{
	return boot.services;
}

const struct boot_times *platform_boot_times(void)
{
	return &boot.times;
}
