/* SPDX-License-Identifier: MIT */
/* Finds the tables, and decodes their structures. A structure has a formatted part, whose length is
 * in its header, and then strings. Each string ends with a zero, and the list of strings with
 * another zero. Missing numbers, such as fields newer than the table, and missing strings read as 0
 * and "". */
#include "lib/smbios.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* "SMBIOS 2.1 (32-bit) Entry Point", "SMBIOS 3.0 (64-bit) Entry Point": offsets of fields. */
#define ENTRY_ALIGNMENT 16
#define ENTRY_2_ANCHOR "_SM_"
#define ENTRY_2_LENGTH 5
#define ENTRY_2_BYTES 31
#define ENTRY_2_MAJOR 6
#define ENTRY_2_INNER 16
#define ENTRY_2_INNER_ANCHOR "_DMI_"
#define ENTRY_2_INNER_BYTES 15
#define ENTRY_2_TABLE_BYTES 22
#define ENTRY_2_TABLE 24
#define ENTRY_3_ANCHOR "_SM3_"
#define ENTRY_3_LENGTH 6
#define ENTRY_3_BYTES 24
#define ENTRY_3_MAJOR 7
#define ENTRY_3_TABLE_BYTES 12
#define ENTRY_3_TABLE 16

/* "Structure header format". */
#define HEADER_BYTES 4
#define HEADER_LENGTH 1

/* "Structure types". */
enum {TYPE_BIOS, TYPE_SYSTEM, TYPE_BOARD, TYPE_CHASSIS, MACHINE_TYPES, TYPE_ARRAY = 16, TYPE_DEVICE,
      TYPE_END = 127};

/* "BIOS Information (Type 0)". */
#define BIOS_MAKER 0x04
#define BIOS_VERSION 0x05
#define BIOS_DATE 0x08

/* Common fields of "System Information (Type 1)" and "Baseboard Information (Type 2)". */
#define PART_MAKER 0x04
#define PART_PRODUCT 0x05
#define PART_VERSION 0x06
#define PART_SERIAL 0x07
#define SYSTEM_UUID 0x08

/* "System Enclosure or Chassis (Type 3)". */
#define CHASSIS_KIND 0x05
#define CHASSIS_LOCKED 0x80
#define CHASSIS_SERIAL 0x07

#define UUID_BYTES 16

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
#define WORD_UNKNOWN 0xffff             /* the field of a speed refers to the longer field */

/* "System Enclosure or Chassis Types". */
static const char *const chassis_kinds[] = {
	[3] = "desktop", [4] = "low-profile desktop", [5] = "pizza box", [6] = "mini tower",
	[7] = "tower", [8] = "portable", [9] = "laptop", [10] = "notebook", [11] = "hand-held",
	[12] = "docking station", [13] = "all in one", [14] = "sub-notebook",
	[15] = "space-saving", [16] = "lunch box", [17] = "main server chassis",
	[23] = "rack mount", [24] = "sealed-case PC", [28] = "blade", [29] = "blade enclosure",
	[30] = "tablet", [31] = "convertible", [32] = "detachable", [33] = "IoT gateway",
	[34] = "embedded PC", [35] = "mini PC", [36] = "stick PC",
};

/* "Memory Device — Type". */
static const char *const device_types[] = {
	[0x03] = "DRAM", [0x07] = "RAM", [0x0f] = "SDRAM", [0x11] = "RDRAM", [0x12] = "DDR",
	[0x13] = "DDR2", [0x18] = "DDR3", [0x1a] = "DDR4", [0x1b] = "LPDDR", [0x1c] = "LPDDR2",
	[0x1d] = "LPDDR3", [0x1e] = "LPDDR4", [0x20] = "HBM", [0x21] = "HBM2", [0x22] = "DDR5",
	[0x23] = "LPDDR5", [0x24] = "HBM3",
};

/* "Memory Array — Error Correction Types". */
static const char *const corrections[] = {
	[3] = "none", [4] = "parity", [5] = "single-bit ECC", [6] = "multi-bit ECC", [7] = "CRC",
};

struct smbios_structure {
	struct smbios_bytes formatted, strings;
};

/* Read a number of size bytes at the offset, lowest byte first; 0 if it is not complete. */
static uint64_t smbios_number(struct smbios_bytes bytes, size_t offset, size_t size)
{
	uint64_t value = 0;

	if (offset > bytes.size || size > bytes.size - offset)
		return 0;
	while (size-- > 0)
		value = value << 8 | bytes.data[offset + size];
	return value;
}

/* ---- The entry point ---- */

static bool begins_with(struct smbios_bytes bytes, size_t offset, const char *anchor)
{
	size_t length = strlen(anchor);

	return offset <= bytes.size && length <= bytes.size - offset &&
	       memcmp(bytes.data + offset, anchor, length) == 0;
}

static bool sum_is_zero(struct smbios_bytes bytes, size_t offset, size_t length)
{
	uint8_t sum = 0;

	if (offset > bytes.size || length > bytes.size - offset)
		return false;
	for (size_t i = 0; i < length; i++)
		sum = (uint8_t)(sum + bytes.data[offset + i]);
	return sum == 0;
}

/* Parse an entry point of version 2.1. The text of version 2.1 gave the entry point's length as one
 * byte too small, so both lengths are accepted. */
static bool parse_entry_2(struct smbios_bytes bytes, struct smbios_entry *entry)
{
	size_t length = smbios_number(bytes, ENTRY_2_LENGTH, 1);

	if (length == ENTRY_2_BYTES - 1)
		length = ENTRY_2_BYTES;
	if (!begins_with(bytes, 0, ENTRY_2_ANCHOR) || length < ENTRY_2_BYTES ||
	    length > SMBIOS_ENTRY_BYTES_MAX || !sum_is_zero(bytes, 0, length) ||
	    !begins_with(bytes, ENTRY_2_INNER, ENTRY_2_INNER_ANCHOR) ||
	    !sum_is_zero(bytes, ENTRY_2_INNER, ENTRY_2_INNER_BYTES))
		return false;
	*entry = (struct smbios_entry){
		.major = (unsigned)smbios_number(bytes, ENTRY_2_MAJOR, 1),
		.minor = (unsigned)smbios_number(bytes, ENTRY_2_MAJOR + 1, 1),
		.table_phys = smbios_number(bytes, ENTRY_2_TABLE, 4),
		.table_bytes = (uint32_t)smbios_number(bytes, ENTRY_2_TABLE_BYTES, 2),
	};
	return true;
}

static bool parse_entry_3(struct smbios_bytes bytes, struct smbios_entry *entry)
{
	size_t length = smbios_number(bytes, ENTRY_3_LENGTH, 1);

	if (!begins_with(bytes, 0, ENTRY_3_ANCHOR) || length < ENTRY_3_BYTES ||
	    length > SMBIOS_ENTRY_BYTES_MAX || !sum_is_zero(bytes, 0, length))
		return false;
	*entry = (struct smbios_entry){
		.major = (unsigned)smbios_number(bytes, ENTRY_3_MAJOR, 1),
		.minor = (unsigned)smbios_number(bytes, ENTRY_3_MAJOR + 1, 1),
		.table_phys = smbios_number(bytes, ENTRY_3_TABLE, 8),
		.table_bytes = (uint32_t)smbios_number(bytes, ENTRY_3_TABLE_BYTES, 4),
	};
	/* The field is a maximum, which may exceed the actual size. */
	if (entry->table_bytes > SMBIOS_TABLE_BYTES_MAX)
		entry->table_bytes = SMBIOS_TABLE_BYTES_MAX;
	return true;
}

bool smbios_parse_entry(struct smbios_bytes bytes, struct smbios_entry *entry)
{
	return (parse_entry_3(bytes, entry) || parse_entry_2(bytes, entry)) &&
	       entry->table_bytes >= HEADER_BYTES;
}

long smbios_find_entry(struct smbios_bytes area)
{
	struct smbios_entry entry;
	long found = -1;

	for (size_t offset = 0; offset < area.size; offset += ENTRY_ALIGNMENT) {
		struct smbios_bytes rest = {area.data + offset, area.size - offset};

		if (!smbios_parse_entry(rest, &entry))
			continue;
		if (begins_with(rest, 0, ENTRY_3_ANCHOR))
			return (long)offset;
		if (found < 0)
			found = (long)offset;
	}
	return found;
}

/* ---- Structures ---- */

/* Remove the first structure from the table. Returns false if the rest of the table is not a
 * complete structure. */
static bool smbios_next_structure(struct smbios_bytes *table, struct smbios_structure *structure)
{
	size_t length = smbios_number(*table, HEADER_LENGTH, 1), end;

	if (length < HEADER_BYTES || length > table->size)
		return false;
	structure->formatted = (struct smbios_bytes){table->data, length};
	for (end = length; table->size - end >= 2; end++) {
		if (table->data[end] != 0 || table->data[end + 1] != 0)
			continue;
		structure->strings = (struct smbios_bytes){table->data + length, end + 1 - length};
		*table = (struct smbios_bytes){table->data + end + 2, table->size - end - 2};
		return true;
	}
	return false;
}

/* The string whose number, from 1, is in a field. Padding blanks are removed; non-ASCII characters
 * become question marks. */
static void smbios_text(const struct smbios_structure *structure, size_t field,
			char text[SMBIOS_TEXT_MAX])
{
	size_t number = smbios_number(structure->formatted, field, 1), length = 0;
	struct smbios_bytes strings = structure->strings;
	size_t at = 0;

	text[0] = '\0';
	if (number == 0)
		return;
	for (; number > 1 && at < strings.size; at++)
		number -= strings.data[at] == 0;
	while (at < strings.size && strings.data[at] == ' ')
		at++;
	for (; at < strings.size && strings.data[at] != 0 && length + 1 < SMBIOS_TEXT_MAX; at++)
		text[length++] = strings.data[at] >= ' ' && strings.data[at] < 0x7f
					 ? (char)strings.data[at] : '?';
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
}

/* ---- The machine, its board, its chassis and its firmware ---- */

static void machine_add_bios(struct smbios_machine *machine,
			     const struct smbios_structure *structure)
{
	smbios_text(structure, BIOS_MAKER, machine->bios_maker);
	smbios_text(structure, BIOS_VERSION, machine->bios);
	smbios_text(structure, BIOS_DATE, machine->bios_date);
}

/* "System — UUID": the first three fields are little-endian numbers. If all bits are zeros or all
 * are ones, there is no UUID. */
static void machine_add_uuid(struct smbios_machine *machine,
			     const struct smbios_structure *structure)
{
	struct smbios_bytes fields = structure->formatted;
	uint64_t low = smbios_number(fields, SYSTEM_UUID, 8);
	uint64_t high = smbios_number(fields, SYSTEM_UUID + 8, 8);
	uint64_t clock = smbios_number(fields, SYSTEM_UUID + 8, 1) << 8 |
			 smbios_number(fields, SYSTEM_UUID + 9, 1);
	uint64_t node = 0;

	if (fields.size < SYSTEM_UUID + UUID_BYTES || low == high)
		return;
	for (size_t i = 10; i < UUID_BYTES; i++)
		node = node << 8 | smbios_number(fields, SYSTEM_UUID + i, 1);
	fmt_buffer(machine->uuid, sizeof(machine->uuid), "%08lx-%04lx-%04lx-%04lx-%012lx",
		   low & 0xffffffff, low >> 32 & 0xffff, low >> 48, clock, node);
}

static void machine_add_system(struct smbios_machine *machine,
			       const struct smbios_structure *structure)
{
	smbios_text(structure, PART_MAKER, machine->maker);
	smbios_text(structure, PART_PRODUCT, machine->product);
	smbios_text(structure, PART_VERSION, machine->version);
	smbios_text(structure, PART_SERIAL, machine->serial);
	machine_add_uuid(machine, structure);
}

static void machine_add_board(struct smbios_machine *machine,
			      const struct smbios_structure *structure)
{
	smbios_text(structure, PART_MAKER, machine->board_maker);
	smbios_text(structure, PART_PRODUCT, machine->board);
	smbios_text(structure, PART_VERSION, machine->board_version);
	smbios_text(structure, PART_SERIAL, machine->board_serial);
}

static void machine_add_chassis(struct smbios_machine *machine,
				const struct smbios_structure *structure)
{
	uint64_t kind = smbios_number(structure->formatted, CHASSIS_KIND, 1) &
			~(uint64_t)CHASSIS_LOCKED;

	if (kind < sizeof(chassis_kinds) / sizeof(chassis_kinds[0]) && chassis_kinds[kind] != NULL)
		machine->chassis = chassis_kinds[kind];
	smbios_text(structure, CHASSIS_SERIAL, machine->chassis_serial);
}

void smbios_parse_machine(struct smbios_bytes table, struct smbios_machine *machine)
{
	static void (*const adders[MACHINE_TYPES])(struct smbios_machine *machine,
						   const struct smbios_structure *structure) = {
		[TYPE_BIOS] = machine_add_bios, [TYPE_SYSTEM] = machine_add_system,
		[TYPE_BOARD] = machine_add_board, [TYPE_CHASSIS] = machine_add_chassis,
	};
	struct smbios_structure structure;
	bool is_seen[MACHINE_TYPES] = {false};

	memset(machine, 0, sizeof(*machine));
	machine->chassis = "";
	while (table.size > 0) {
		uint64_t type = smbios_number(table, 0, 1);

		if (!smbios_next_structure(&table, &structure) || type == TYPE_END)
			return;
		if (type >= MACHINE_TYPES || is_seen[type])
			continue;
		is_seen[type] = true;
		adders[type](machine, &structure);
	}
}

/* ---- Memory arrays and the devices in their slots ---- */

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
	device->type = NAME_OF(device_types, smbios_number(fields, DEVICE_TYPE, 1));
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
		if (type == TYPE_END)
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
