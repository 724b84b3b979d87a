/* SPDX-License-Identifier: MIT */
/* Steps of kernel_main() for which there is nothing to do, and functions for devices that only PCs
 * have. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/start.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"

void machine_report_cpu(void)
{
}

/* Two interrupts without a handler. */
void machine_raise_strays(void)
{
	for (unsigned i = 0; i < 2; i++) {
		self_interrupt(VECTOR_STRAY);
		interrupts_handle_pending();
	}
}

void machine_show_pages(void)
{
}

uint32_t machine_capabilities(void)
{
	return 0;
}

uint64_t machine_microcode(void)
{
	return 0;
}

int platform_probe_msr(uint32_t msr)
{
	(void)msr;
	return -ENOTSUP;
}

const struct counter *platform_program_clock(enum program_clock clock)
{
	(void)clock;
	return NULL;
}
