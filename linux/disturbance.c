/* Disturbances by the kernel's own account of this thread: getrusage(2). It is read before and
 * after a sample, never inside. Interrupts that do not end in a switch are not in it. */
#include "linux/disturbance.h"

#include <sys/resource.h>

#include "bench/platform.h"

static uint64_t expected_faults;

static uint64_t count_faults(const struct rusage *usage)
{
	return (uint64_t)(usage->ru_minflt + usage->ru_majflt);
}

static uint64_t count_faults_now(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return count_faults(&usage);
}

void disturbance_expect_begin(void)
{
	expected_faults -= count_faults_now();
}

void disturbance_expect_end(void)
{
	expected_faults += count_faults_now();
}

void platform_disturbances(struct platform_disturbances *counts)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	*counts = (struct platform_disturbances){
		.switches = (uint64_t)usage.ru_nivcsw,
		.page_faults = count_faults(&usage) - expected_faults,
	};
}
