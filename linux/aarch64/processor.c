/* SPDX-License-Identifier: MIT */
/* A process may not read the registers of caches. The registers of the CPU's place give every CPU
 * the same value, because Linux answers for them
 * (Documentation/arm64/cpu-feature-registers.rst). */
#include "linux/processor.h"

#include "bench/platform.h"
#include "lib/aarch64/control.h"
#include "linux/absent/processor_files.h"

uint32_t processor_init(void)
{
	return 0;
}

const char *processor_clock_fault(void)
{
	return NULL;
}

size_t processor_clocks(struct clock_source sources[PROCESSOR_CLOCKS_MAX])
{
	sources[0] = (struct clock_source){.name = "cntfrq", .tsc_hz = read_register(cntfrq_el0)};
	return 1;
}

bool platform_has_conduit(enum platform_conduit conduit)
{
	(void)conduit;
	return false;
}

void processor_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	processor_hypervisor_by_log("Booting Linux on physical CPU",
				    "KVM: hypervisor services detected", signature);
}
