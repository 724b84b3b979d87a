/* SPDX-License-Identifier: MIT */
/* What the firmware's tables tell of the machine and its memory. */
#ifndef KERNEL_DEV_SMBIOS_H
#define KERNEL_DEV_SMBIOS_H

#include <stdbool.h>

#include "boot/boot_info.h"
#include "lib/wire/wire.h"

/* Find the tables and read them. Boot CPU, once, after paging_init. */
void smbios_init(const struct boot_info *info);

/* Write what was read, or why nothing was; serial numbers and the like only if they are asked
 * for. */
void smbios_describe(struct wire_writer *writer, bool shows_serials);

#endif
