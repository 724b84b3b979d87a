/* SPDX-License-Identifier: MIT */
/* The data of the firmware's tables about machine and memory, which the kernel provides. */
#ifndef LINUX_SMBIOS_H
#define LINUX_SMBIOS_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* Write the records of the data, or why the data is unreadable. On most systems only root can read
 * it. Serial numbers are included only if shows_serials is set. */
void smbios_describe(struct wire_writer *writer, bool shows_serials);

#endif
