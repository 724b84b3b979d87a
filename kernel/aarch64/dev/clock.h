/* SPDX-License-Identifier: MIT */
/* The frequency of the generic timer's counter, for kernel/machine/clock.h. */
#ifndef KERNEL_AARCH64_DEV_CLOCK_H
#define KERNEL_AARCH64_DEV_CLOCK_H

#include "kernel/machine/clock.h"

/* Read the frequency that firmware has written. Warns without one. Boot CPU. */
void clock_init(void);

#endif
