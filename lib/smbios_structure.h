/* SPDX-License-Identifier: MIT */
/* Structures of the firmware's tables, for decoders of each kind. A structure has a formatted part,
 * whose length is in its header, followed by strings; each string ends with a zero, and their list
 * with another. Missing numbers, such as fields newer than the table, and missing strings read as 0
 * and "". */
#ifndef LIB_SMBIOS_STRUCTURE_H
#define LIB_SMBIOS_STRUCTURE_H

#include "lib/smbios.h"

/* "End-of-Table (Type 127)". */
#define SMBIOS_TYPE_END 127

struct smbios_structure {
	struct smbios_bytes formatted, strings;
};

/* Read a number of size bytes at the offset, lowest byte first; 0 if it is not complete. */
uint64_t smbios_number(struct smbios_bytes bytes, size_t offset, size_t size);

/* Remove the first structure from the table. Returns false if the rest is not a complete one. */
bool smbios_next_structure(struct smbios_bytes *table, struct smbios_structure *structure);

/* The string whose number, from 1, is in a field. Padding blanks are removed; non-ASCII characters
 * become question marks. */
void smbios_text(const struct smbios_structure *structure, size_t field,
		 char text[SMBIOS_TEXT_MAX]);

#endif
