/* SPDX-License-Identifier: MIT */
/* Records that describe the machine and the boot. */
#ifndef KERNEL_DESCRIBE_H
#define KERNEL_DESCRIBE_H

#include <stdbool.h>

#include "boot/boot_info.h"

/* Store what platform_describe needs: info and command_line, which must stay valid, and whether
 * serial numbers are shown. */
void describe_init(const struct boot_info *info, const char *command_line, bool wants_serials);

#endif
