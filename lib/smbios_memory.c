/* SPDX-License-Identifier: MIT */
/* Memory arrays and the devices in their slots. */
#include "lib/smbios_structure.h"

#include "lib/text/string.h"

#define TYPE_ARRAY 16
#define TYPE_DEVICE 17

/* "Physical Memory Array (Type 16)". */
#define ARRAY_USE 5
#define ARRAY_USE_SYSTEM 3
#define ARRAY_CORRECTION 6

/* "Memory Device (Type 17)". */
#define DEVICE_TOTAL_BITS 0x08
#define DEVICE_DATA_BITS 0x0a
#define DEVICE_SIZE 0x0c
#define DEVICE_LOCATOR 0x10
#define DEVICE_BANK 0x11
#define DEVICE_TYPE 0x12
#define DEVICE_RATED 0x15
#define DEVICE_MAKER 0x17
#define DEVICE_PART 0x1a
#define DEVICE_LONG_SIZE 0x1c
#define DEVICE_CONFIGURED 0x20
#define DEVICE_LONG_RATED 0x54
#define DEVICE_LONG_CONFIGURED 0x58

#define SIZE_NONE 0
#define SIZE_IS_LONG 0x7fff
#define SIZE_IN_KIB 0x8000
#define WORD_UNKNOWN 0xffff             /* of a speed: see the longer field */

/* "Memory Device — Type". */
static const char *const types[] = {
	[0x03] = "DRAM", [0x07] = "RAM", [0x0f] = "SDRAM", [0x11] = "RDRAM", [0x12] = "DDR",
	[0x13] = "DDR2", [0x18] = "DDR3", [0x1a] = "DDR4", [0x1b] = "LPDDR", [0x1c] = "LPDDR2",
	[0x1d] = "LPDDR3", [0x1e] = "LPDDR4", [0x20] = "HBM", [0x21] = "HBM2", [0x22] = "DDR5",
	[0x23] = "LPDDR5", [0x24] = "HBM3",
};

/* "Memory Array — Error Correction Types". */
static const char *const corrections[] = {
	[3] = "none", [4] = "parity", [5] = "single-bit ECC", [6] = "multi-bit ECC", [7] = "CRC",
};

static const char *name_of(const char *const *names, size_t count, uint64_t number)
{
	return number < count && names[number] != NULL ? names[number] : "";
}

#define NAME_OF(names, number) name_of(names, sizeof(names) / sizeof((names)[0]), number)

/* A width in bits; 0 if the table says unknown. */
static uint32_t device_bits(struct smbios_bytes device, size_t field)
{
	uint64_t bits = smbios_number(device, field, 2);

	return bits != WORD_UNKNOWN ? (uint32_t)bits : 0;
}

static uint32_t device_speed(struct smbios_bytes device, size_t field, size_t long_field)
{
	uint64_t mts = smbios_number(device, field, 2);

	return (uint32_t)(mts != WORD_UNKNOWN ? mts
					      : smbios_number(device, long_field, 4) & 0x7fffffff);
}

static uint64_t device_size_bytes(struct smbios_bytes device)
{
	uint64_t size = smbios_number(device, DEVICE_SIZE, 2);

	if (size == WORD_UNKNOWN)
		return 0;
	if (size == SIZE_IS_LONG)
		return (smbios_number(device, DEVICE_LONG_SIZE, 4) & 0x7fffffff) << 20;
	return (size & SIZE_IN_KIB) != 0 ? (size & ~(uint64_t)SIZE_IN_KIB) << 10 : size << 20;
}

static void add_device(struct smbios_memory *memory, const struct smbios_structure *structure)
{
	struct smbios_bytes fields = structure->formatted;
	struct smbios_device *device = &memory->devices[memory->count];

	memory->slots++;
	if (smbios_number(fields, DEVICE_SIZE, 2) == SIZE_NONE)
		return;
	if (memory->count == SMBIOS_DEVICES_MAX) {
		memory->dropped++;
		return;
	}
	memory->count++;
	smbios_text(structure, DEVICE_LOCATOR, device->locator);
	smbios_text(structure, DEVICE_BANK, device->bank);
	smbios_text(structure, DEVICE_MAKER, device->maker);
	smbios_text(structure, DEVICE_PART, device->part);
	device->type = NAME_OF(types, smbios_number(fields, DEVICE_TYPE, 1));
	device->size_bytes = device_size_bytes(fields);
	device->data_bits = device_bits(fields, DEVICE_DATA_BITS);
	device->total_bits = device_bits(fields, DEVICE_TOTAL_BITS);
	device->rated_mts = device_speed(fields, DEVICE_RATED, DEVICE_LONG_RATED);
	device->mts = device_speed(fields, DEVICE_CONFIGURED, DEVICE_LONG_CONFIGURED);
}

void smbios_parse_memory(struct smbios_bytes table, struct smbios_memory *memory)
{
	struct smbios_structure structure;

	memset(memory, 0, sizeof(*memory));
	memory->correction = "";
	while (table.size > 0) {
		uint64_t type = smbios_number(table, 0, 1);

		if (!smbios_next_structure(&table, &structure)) {
			memory->is_cut = true;
			return;
		}
		if (type == SMBIOS_TYPE_END)
			return;
		if (type == TYPE_DEVICE)
			add_device(memory, &structure);
		else if (type == TYPE_ARRAY && smbios_number(structure.formatted, ARRAY_USE, 1) ==
						       ARRAY_USE_SYSTEM)
			memory->correction = NAME_OF(corrections,
						     smbios_number(structure.formatted,
								   ARRAY_CORRECTION, 1));
	}
}
