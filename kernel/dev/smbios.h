/* SPDX-License-Identifier: MIT */
/* SMBIOS data about the machine and its memory. */
#ifndef KERNEL_DEV_SMBIOS_H
#define KERNEL_DEV_SMBIOS_H

#include <stdbool.h>

#include "boot/boot_info.h"
#include "lib/wire/wire.h"

/* Find and read the tables. Boot CPU, once, after paging_init. */
void smbios_init(const struct boot_info *info);

/* Write the data, or why there is none. Serial numbers and UUID only if shows_serials. */
void smbios_describe(struct wire_writer *writer, bool shows_serials);

#endif
