/* SPDX-License-Identifier: MIT */
/* The firmware's tables about the parts of a machine, as far as they tell what machine it is
 * and what memory it has. Whoever
 * calls has brought the bytes, from physical memory or a file; nothing outside of them is ever
 * read, whatever they hold. DMTF DSP0134, "System Management BIOS (SMBIOS) Reference
 * Specification". */
#ifndef LIB_SMBIOS_H
#define LIB_SMBIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SMBIOS_ENTRY_BYTES_MAX 32
#define SMBIOS_TABLE_BYTES_MAX (1u << 20)       /* of a table that is believed */
#define SMBIOS_DEVICES_MAX 64
#define SMBIOS_TEXT_MAX 64
#define SMBIOS_UUID_CHARS 37            /* with its end */

struct smbios_bytes {
	const uint8_t *data;
	size_t size;
};

/* Where the structures are. */
struct smbios_entry {
	unsigned major, minor;          /* version of the tables */
	uint64_t table_phys;
	uint32_t table_bytes;           /* all of them, or with version 3 at most */
};

/* What the machine and its parts are called; "" for what is not said. */
struct smbios_machine {
	char maker[SMBIOS_TEXT_MAX];
	char product[SMBIOS_TEXT_MAX];
	char version[SMBIOS_TEXT_MAX];
	char board_maker[SMBIOS_TEXT_MAX];
	char board[SMBIOS_TEXT_MAX];
	char board_version[SMBIOS_TEXT_MAX];
	const char *chassis;            /* its kind, "laptop" */
	char bios_maker[SMBIOS_TEXT_MAX];
	char bios[SMBIOS_TEXT_MAX];
	char bios_date[SMBIOS_TEXT_MAX];
	char serial[SMBIOS_TEXT_MAX];   /* these tell one machine from all others */
	char board_serial[SMBIOS_TEXT_MAX];
	char uuid[SMBIOS_UUID_CHARS];
};

/* A module of memory, or what else a slot holds. */
struct smbios_device {
	char locator[SMBIOS_TEXT_MAX];  /* of the slot, "ChannelA-DIMM0" */
	char bank[SMBIOS_TEXT_MAX];
	char maker[SMBIOS_TEXT_MAX];
	char part[SMBIOS_TEXT_MAX];
	const char *type;               /* "DDR4"; "" if unknown */
	uint64_t size_bytes;            /* 0: unknown */
	uint32_t data_bits, total_bits; /* with the bits of an error-correcting code; 0: unknown */
	uint32_t rated_mts, mts;        /* million transfers a second, at most and as set;
					 * 0: unknown */
};

struct smbios_memory {
	uint32_t slots;                 /* empty ones too */
	uint32_t count;                 /* devices below */
	uint32_t dropped;               /* that did not fit below */
	bool is_cut;                    /* the table ends within a structure */
	const char *correction;         /* of errors, "multi-bit ECC"; "" if unknown */
	struct smbios_device devices[SMBIOS_DEVICES_MAX];
};

/* Offset of the entry point in an area that firmware may have put it in, or -1; one of version 3 is
 * preferred. */
long smbios_find_entry(struct smbios_bytes area);

/* Decode an entry point, of version 2.1 or 3. Returns false if it is none, or damaged. */
bool smbios_parse_entry(struct smbios_bytes bytes, struct smbios_entry *entry);

/* What the structures tell of the machine, up to where they are whole. Of several boards and
 * chassis the first counts. */
void smbios_parse_machine(struct smbios_bytes table, struct smbios_machine *machine);

/* What they tell of memory. */
void smbios_parse_memory(struct smbios_bytes table, struct smbios_memory *memory);

#endif
