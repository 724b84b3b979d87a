/* SPDX-License-Identifier: MIT */
/* Names of directories of results. Pure text. */
#ifndef BOOT_EFI_NAME_H
#define BOOT_EFI_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NAME_MACHINE_CHARS 32

struct name_time {
	unsigned year, month, day, hour, minute, second;
};

/* The machine's name out of the SMBIOS structures: "maker-product" in small letters, digits and
 * hyphens, cut; "pc" when they don't tell. Nothing outside of the table is read. DMTF DSP0134,
 * "System Information (Type 1)". */
void name_machine(char to[NAME_MACHINE_CHARS], const uint8_t *table, size_t table_bytes);

/* "20261123-171809-maker-product". */
void name_run(char *to, size_t size, const struct name_time *time, const char *machine);

/* Whether text is such a name: memory that survived a reset is not believed. */
bool name_is_good(const char *text, size_t size);

#endif
