/* SPDX-License-Identifier: MIT */
/* Names of directories of results. Pure text. */
#ifndef BOOT_EFI_NAME_H
#define BOOT_EFI_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/smbios.h"

#define NAME_MACHINE_CHARS 32

struct name_time {
	unsigned year, month, day, hour, minute, second;
};

/* "maker-product" in small letters, digits and hyphens, cut; "pc" when the firmware does not
 * tell. */
void name_machine(char to[NAME_MACHINE_CHARS], const struct smbios_machine *machine);

/* "20261123-171809-maker-product". */
void name_run(char *to, size_t size, const struct name_time *time, const char *machine);

/* Whether text is such a name: memory that survived a reset is not believed. */
bool name_is_good(const char *text, size_t size);

/* Whether a good name begins with a time, as name_run's do. */
bool name_has_time(const char *name);

#endif
