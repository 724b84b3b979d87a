/* SPDX-License-Identifier: MIT */
/* For tests that are linked with -Wl,--wrap=NAME (mk/tests.mk): the test sees each call of a system
 * function, so it knows independently of the tested code when something happened. */
#ifndef TESTS_UNIT_LINUX_WITNESS_H
#define TESTS_UNIT_LINUX_WITNESS_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/cpu/clock.h"

/* Begin the function that replaces NAME. __real_NAME is the replaced one. */
#define WRAP(result, name, ...) \
	result __real_##name(__VA_ARGS__); \
	result __wrap_##name(__VA_ARGS__); \
	result __wrap_##name(__VA_ARGS__)

/* The TSC before and after a call. 0: not called. */
struct window {
	uint64_t begin, end;
};

static inline bool is_within(uint64_t tsc, struct window window)
{
	return window.begin != 0 && window.begin <= tsc && tsc <= window.end;
}

/* Keep this thread, and those that it starts, on its current CPU, because the clocks of two CPUs
 * may differ. Returns 0, like a set-up function. */
static inline int stay_on_one_cpu(void **state)
{
	cpu_set_t one;

	(void)state;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	return sched_setaffinity(0, sizeof(one), &one);
}

#endif
