/* SPDX-License-Identifier: MIT */
/* The records that say what ran where. */
#ifndef KERNEL_DESCRIBE_H
#define KERNEL_DESCRIBE_H

#include <stdbool.h>

#include "boot/boot_info.h"

/* Remember what platform_describe needs of the way the machine was booted, which stays valid, and
 * whether serial numbers are wanted. */
void describe_init(const struct boot_info *info, const char *command_line, bool wants_serials);

#endif
