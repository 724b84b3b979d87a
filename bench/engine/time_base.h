/* SPDX-License-Identifier: MIT */
/* The meaning of a clock tick on this machine. The target measures it, because hypervisors do not
 * report it. */
#ifndef BENCH_ENGINE_TIME_BASE_H
#define BENCH_ENGINE_TIME_BASE_H

#include "bench/platform.h"

/* Measure the time base, given the hypervisor's CPUID signature. Takes some microseconds on the
 * calling CPU; occasional interrupts do not affect the result. */
enum time_base time_base_find(const char *hypervisor);

#endif
