/* SPDX-License-Identifier: MIT */
/* Leaving the kernel for the firmware, and resuming it. */
#ifndef KERNEL_AARCH64_DEV_LEAVE_H
#define KERNEL_AARCH64_DEV_LEAVE_H

#include <stdint.h>

/* Enter the firmware with x0 = world_phys at resume_phys, without the MMU, at the exception level
 * that it had. Returns when the loader enters resume_start, which is code of boot/aarch64/head.S,
 * with the address leave_words_phys(). Boot CPU, interrupts off. */
void leave_for(uint64_t world_phys, uint64_t resume_phys);
extern const char resume_start[];
uint64_t leave_words_phys(void);

#endif
