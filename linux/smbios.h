/* SPDX-License-Identifier: MIT */
/* Data of the firmware's tables on machine and memory, from the kernel. */
#ifndef LINUX_SMBIOS_H
#define LINUX_SMBIOS_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* Write their records, or why they are unreadable; on most systems only root can read them. Serial
 * numbers are included only if shows_serials is set. */
void smbios_describe(struct wire_writer *writer, bool shows_serials);

#endif
