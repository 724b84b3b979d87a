/* SPDX-License-Identifier: MIT */
/* Names of the machine, its board, its chassis and its firmware. */
#include "lib/smbios_structure.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* "Structure types": BIOS, system, baseboard and chassis information. */
enum {TYPE_BIOS, TYPE_SYSTEM, TYPE_BOARD, TYPE_CHASSIS, TYPES};

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

#define UUID_BYTES 16

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

static void machine_add_bios(struct smbios_machine *machine,
			     const struct smbios_structure *structure)
{
	smbios_text(structure, BIOS_MAKER, machine->bios_maker);
	smbios_text(structure, BIOS_VERSION, machine->bios);
	smbios_text(structure, BIOS_DATE, machine->bios_date);
}

/* "System — UUID": its first three fields are little-endian numbers; all zeros or all ones mean
 * none. */
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
}

void smbios_parse_machine(struct smbios_bytes table, struct smbios_machine *machine)
{
	static void (*const adders[TYPES])(struct smbios_machine *machine,
					   const struct smbios_structure *structure) = {
		[TYPE_BIOS] = machine_add_bios, [TYPE_SYSTEM] = machine_add_system,
		[TYPE_BOARD] = machine_add_board, [TYPE_CHASSIS] = machine_add_chassis,
	};
	struct smbios_structure structure;
	bool is_seen[TYPES] = {false};

	memset(machine, 0, sizeof(*machine));
	machine->chassis = "";
	while (table.size > 0) {
		uint64_t type = smbios_number(table, 0, 1);

		if (!smbios_next_structure(&table, &structure) || type == SMBIOS_TYPE_END)
			return;
		if (type >= TYPES || is_seen[type])
			continue;
		is_seen[type] = true;
		adders[type](machine, &structure);
	}
}
