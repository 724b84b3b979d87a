/* SPDX-License-Identifier: MIT */
/* Names of results directories. Handles text only. */
#ifndef BOOT_EFI_NAME_H
#define BOOT_EFI_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/smbios.h"

#define NAME_MACHINE_CHARS 32

/* Directories of the stick that may contain runs: bareline, bareline-2 and so on, if the earlier
 * directories are unusable. */
#define NAME_DIRECTORY "bareline"
#define NAME_DIRECTORY_CHARS 16
#define NAME_DIRECTORIES_MAX 9

struct name_time {
	unsigned year, month, day, hour, minute, second;
};

/* Write "maker-product" in lower-case letters, digits and hyphens, truncated; "pc" without SMBIOS
 * data. */
void name_machine(char to[NAME_MACHINE_CHARS], const struct smbios_machine *machine);

/* Write a name such as "20261123-171809-maker-product"; all digits are 0 if the time is invalid. */
void name_run(char *to, size_t size, const struct name_time *time, const char *machine);

/* Write name, or if number is not 1, name and number: "bareline-2". */
void name_numbered(char *to, size_t size, const char *name, unsigned number);

/* Whether text is a run's name. The loader does not trust names in memory that survived a reset. */
bool name_is_good(const char *text, size_t size);

/* Whether a valid name begins with a time, as names of name_run() do. */
bool name_has_time(const char *name);

#endif
