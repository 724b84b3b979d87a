/* SPDX-License-Identifier: MIT */
/* The unit of a clock tick on this machine, determined by tests. */
#ifndef KERNEL_DEV_TIME_BASE_H
#define KERNEL_DEV_TIME_BASE_H

#include "bench/platform.h"

/* Determine the time base. Boot CPU, once. */
void time_base_init(void);

enum time_base time_base_unit(void);

/* If ticks are instructions, round a measured clock rate, otherwise return it. Emulated clocks have
 * round rates. The measurement varies with the reference counter's resolution, but workloads that
 * depend on the rate must not vary. After time_base_init. */
uint64_t time_base_round_hz(uint64_t measured_hz);

/* Length of a window that measures a clock's rate. If ticks are instructions, the window is short,
 * because the emulator executes every instruction of the wait, and the rate is rounded anyway.
 * After time_base_init. */
uint64_t time_base_window_us(void);

/* If ticks are instructions, continue at a multiple of 2^24 of them, because the time that CPUs
 * take to start each other depends on the host's load (QEMU 11). Boot CPU, after time_base_init,
 * while all other CPUs halt. */
void time_base_align(void);

/* The hypervisor's CPUID signature. It is empty on bare metal and under a hypervisor that hides. */
const char *time_base_hypervisor(void);

#endif
