/* SPDX-License-Identifier: MIT */
/* The structures that the firmware's tables consist of, for those who decode one kind of them. A
 * structure is a formatted part, whose length is in its header, and after it strings, each ended by
 * a zero and all of them by another. Numbers beyond the formatted part, as of tables older than the
 * field, and strings that are not there, read as 0 and "". */
#ifndef LIB_SMBIOS_STRUCTURE_H
#define LIB_SMBIOS_STRUCTURE_H

#include "lib/smbios.h"

/* "End-of-Table (Type 127)". */
#define SMBIOS_TYPE_END 127

struct smbios_structure {
	struct smbios_bytes formatted, strings;
};

/* The number of size bytes at the offset, the lowest first; 0 if it is not all there. */
uint64_t smbios_number(struct smbios_bytes bytes, size_t offset, size_t size);

/* Take the first structure off the table. Returns false if what is left is not a whole one. */
bool smbios_next_structure(struct smbios_bytes *table, struct smbios_structure *structure);

/* The string whose number, from 1 on, is in a field: without the blanks that fill it up, and with a
 * question mark for what is no ASCII. */
void smbios_text(const struct smbios_structure *structure, size_t field,
		 char text[SMBIOS_TEXT_MAX]);

#endif
