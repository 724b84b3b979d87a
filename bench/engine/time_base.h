/* SPDX-License-Identifier: MIT */
/* What a TSC tick is on this machine: found by trying, not by asking. */
#ifndef BENCH_ENGINE_TIME_BASE_H
#define BENCH_ENGINE_TIME_BASE_H

#include "bench/platform.h"

/* Find out, given the hypervisor's CPUID signature. Takes some microseconds on the CPU it is called
 * on; what interrupts it now and then does not mislead it. */
enum platform_time_base time_base_find(const char *hypervisor);

/* "real", "emulated" or "instructions". */
const char *time_base_name(enum platform_time_base time_base);

#endif
