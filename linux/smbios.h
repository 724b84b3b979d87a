/* SPDX-License-Identifier: MIT */
/* What the firmware's tables tell of the machine and its memory, as the kernel passes them on. */
#ifndef LINUX_SMBIOS_H
#define LINUX_SMBIOS_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* Write what they say, or why they can't be read: most systems let root read them alone. Serial
 * numbers and the like only if they are asked for. */
void smbios_describe(struct wire_writer *writer, bool shows_serials);

#endif
