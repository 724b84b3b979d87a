/* SPDX-License-Identifier: MIT */
/* What a TSC tick is on this machine: found by trying, not by asking. */
#ifndef KERNEL_DEV_TIME_BASE_H
#define KERNEL_DEV_TIME_BASE_H

#include "bench/platform.h"

/* Find out. Boot CPU, once. */
void time_base_init(void);

/* What was found. */
enum platform_time_base time_base_unit(void);

/* The rate of a clock, which was measured. Where ticks are instructions clocks go at round rates;
 * what is measured is off by the resolution of the counter beside it, now up, now down, and lengths
 * of work that follow from it must not be. After time_base_init. */
uint64_t time_base_round_hz(uint64_t measured_hz);

/* The hypervisor's CPUID signature; empty on bare metal, or where it hides. */
const char *time_base_hypervisor(void);

#endif
