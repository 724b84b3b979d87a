/* SPDX-License-Identifier: MIT */
/* The frequency of the cycle counter, for kernel/machine/clock.h. */
#ifndef KERNEL_RISCV64_DEV_CLOCK_H
#define KERNEL_RISCV64_DEV_CLOCK_H

#include "kernel/machine/clock.h"

/* Measure the frequency with `time`. Warns if the frequency of `time` is unknown. Boot CPU. */
void clock_init(void);

#endif
