/* SPDX-License-Identifier: MIT */
/* The firmware's tables of hardware components, as far as they identify the machine and its memory.
 * The caller provides the bytes, from physical memory or a file. Whatever the bytes contain,
 * nothing outside of them is read. DMTF DSP0134, "System Management BIOS (SMBIOS) Reference
 * Specification". */
#ifndef LIB_SMBIOS_H
#define LIB_SMBIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SMBIOS_ENTRY_BYTES_MAX 32
#define SMBIOS_TABLE_BYTES_MAX (1u << 20)       /* maximum size of an accepted table */
#define SMBIOS_DEVICES_MAX 64
#define SMBIOS_TEXT_MAX 64
#define SMBIOS_UUID_CHARS 37            /* including '\0' */

struct smbios_bytes {
	const uint8_t *data;
	size_t size;
};

/* Location of the structures. */
struct smbios_entry {
	unsigned major, minor;          /* version of the tables */
	uint64_t table_phys;
	uint32_t table_bytes;           /* total size; with version 3 the maximum size */
};

/* Names of the machine and its parts; "" if not reported. */
struct smbios_machine {
	char maker[SMBIOS_TEXT_MAX];
	char product[SMBIOS_TEXT_MAX];
	char version[SMBIOS_TEXT_MAX];
	char board_maker[SMBIOS_TEXT_MAX];
	char board[SMBIOS_TEXT_MAX];
	char board_version[SMBIOS_TEXT_MAX];
	const char *chassis;            /* kind, such as "laptop" */
	char bios_maker[SMBIOS_TEXT_MAX];
	char bios[SMBIOS_TEXT_MAX];
	char bios_date[SMBIOS_TEXT_MAX];
	char serial[SMBIOS_TEXT_MAX];   /* the members from here on identify one machine */
	char board_serial[SMBIOS_TEXT_MAX];
	char chassis_serial[SMBIOS_TEXT_MAX];
	char uuid[SMBIOS_UUID_CHARS];
};

/* A memory module, or another device in a slot. */
struct smbios_device {
	char locator[SMBIOS_TEXT_MAX];  /* name of the slot, "ChannelA-DIMM0" */
	char bank[SMBIOS_TEXT_MAX];
	char maker[SMBIOS_TEXT_MAX];
	char part[SMBIOS_TEXT_MAX];
	const char *type;               /* "DDR4"; "" if unknown */
	uint64_t size_bytes;            /* 0: unknown */
	uint32_t data_bits, total_bits; /* including bits of an error-correcting code; 0: unknown */
	uint32_t rated_mts, mts;        /* million transfers per second, maximum and configured; 0:
					 * unknown */
};

struct smbios_memory {
	uint32_t slots;                 /* number of slots, including empty ones */
	uint32_t count;                 /* number of devices below */
	uint32_t dropped;               /* number of devices that did not fit below */
	bool is_cut;                    /* the table ends within a structure */
	const char *correction;         /* correction of errors, "multi-bit ECC"; "" if unknown */
	struct smbios_device devices[SMBIOS_DEVICES_MAX];
};

/* Offset of the entry point in a memory area, or -1; version 3 is preferred. */
long smbios_find_entry(struct smbios_bytes area);

/* Decode an entry point of version 2.1 or 3. Returns false if the bytes are no entry point, or
 * damaged. */
bool smbios_parse_entry(struct smbios_bytes bytes, struct smbios_entry *entry);

/* Decode the structures of the machine, as far as they are complete. Of several boards or chassis,
 * the first one counts. */
void smbios_parse_machine(struct smbios_bytes table, struct smbios_machine *machine);

/* Decode the structures of memory. */
void smbios_parse_memory(struct smbios_bytes table, struct smbios_memory *memory);

#endif
