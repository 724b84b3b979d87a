/* SPDX-License-Identifier: MIT */
/* The unit of a clock tick on this machine, determined by tests. */
#ifndef KERNEL_DEV_TIME_BASE_H
#define KERNEL_DEV_TIME_BASE_H

#include "bench/platform.h"

/* Determine it. Boot CPU, once. */
void time_base_init(void);

enum time_base time_base_unit(void);

/* Round a measured clock rate if ticks are instructions, otherwise return it. Emulated clocks have
 * round rates, but the measurement varies with the reference counter's resolution. Workloads that
 * depend on the rate must not vary. After time_base_init. */
uint64_t time_base_round_hz(uint64_t measured_hz);

/* Length of a window that measures a clock's rate. It is short if ticks are instructions: the
 * emulator executes each of them, and the rate is rounded. After time_base_init. */
uint64_t time_base_window_us(void);

/* If ticks are instructions, continue at a multiple of 2^24 of them. The time that CPUs take to
 * start each other depends on the host's load (QEMU 11). Boot CPU, after time_base_init, while all
 * others halt. */
void time_base_align(void);

/* The hypervisor's CPUID signature; empty on bare metal, and if it is hidden. */
const char *time_base_hypervisor(void);

#endif
