/* SPDX-License-Identifier: MIT */
/* What the return to the firmware needs of the other CPUs: kernel/machine/firmware_return.h. */
#ifndef KERNEL_ONE_ENTRY_DEV_FIRMWARE_RETURN_H
#define KERNEL_ONE_ENTRY_DEV_FIRMWARE_RETURN_H

#include <stdint.h>

/* Before the return, switch_off switches the other CPUs off. It returns the number of those that
 * stay on. */
void firmware_return_switch_off_by(uint32_t (*switch_off)(void));

#endif
