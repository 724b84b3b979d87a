/* SPDX-License-Identifier: MIT */
/* Disturbances by the kernel's own account of this thread: getrusage(2). It is read before and
 * after a sample, never inside. Interrupts that do not end in a switch are not in it. */
#include "linux/disturbance.h"

#include <stdbool.h>
#include <sys/resource.h>

#include "bench/platform.h"

static struct {
	bool is_expected;
	uint64_t switches, page_faults;         /* by the kernel's account, at the last look */
	struct platform_disturbances counts;            /* without what was expected */
} seen;

void disturbance_expect(void)
{
	seen.is_expected = true;
}

void platform_disturbances(struct platform_disturbances *counts)
{
	uint64_t switches, page_faults;
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	switches = (uint64_t)usage.ru_nivcsw;
	page_faults = (uint64_t)(usage.ru_minflt + usage.ru_majflt);
	if (!seen.is_expected) {
		seen.counts.switches += switches - seen.switches;
		seen.counts.page_faults += page_faults - seen.page_faults;
	}
	seen.is_expected = false;
	seen.switches = switches;
	seen.page_faults = page_faults;
	*counts = seen.counts;
}
