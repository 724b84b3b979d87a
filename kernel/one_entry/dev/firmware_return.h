/* SPDX-License-Identifier: MIT */
/* What the return to the firmware (kernel/machine/firmware_return.h) needs from other CPUs. */
#ifndef KERNEL_ONE_ENTRY_DEV_FIRMWARE_RETURN_H
#define KERNEL_ONE_ENTRY_DEV_FIRMWARE_RETURN_H

#include <stdint.h>

/* Set the function that switches the other CPUs off before the return. It returns the number of
 * CPUs that stay on. */
void firmware_return_switch_off_by(uint32_t (*switch_off)(void));

#endif
