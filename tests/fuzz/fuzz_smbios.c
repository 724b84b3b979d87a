/* SPDX-License-Identifier: MIT */
/* Fuzz target for the firmware's tables about the machine and its memory, and for the EEPROMs of
 * memory modules: no read outside of the bytes, and every result fits its buffer. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/smbios.h"
#include "lib/spd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char text[SMBIOS_TEXT_MAX])
{
	if (memchr(text, '\0', SMBIOS_TEXT_MAX) == NULL)
		abort();
}

static void check_machine(struct smbios_bytes bytes)
{
	static struct smbios_machine machine;

	memset(&machine, 0xff, sizeof(machine));
	smbios_parse_machine(bytes, &machine);
	check_text(machine.maker);
	check_text(machine.product);
	check_text(machine.version);
	check_text(machine.board_maker);
	check_text(machine.board);
	check_text(machine.board_version);
	check_text(machine.bios_maker);
	check_text(machine.bios);
	check_text(machine.bios_date);
	check_text(machine.serial);
	check_text(machine.board_serial);
	if (machine.chassis == NULL ||
	    (strlen(machine.uuid) != 0 && strlen(machine.uuid) != SMBIOS_UUID_CHARS - 1))
		abort();
}

static void check_module(const uint8_t *data, size_t size)
{
	uint8_t bytes[SPD_BYTES] = {0};
	struct spd spd;

	memcpy(bytes, data, size < sizeof(bytes) ? size : sizeof(bytes));
	memset(&spd, 0xff, sizeof(spd));
	spd_parse(bytes, &spd);
	if (spd.status == NULL || memchr(spd.part, '\0', sizeof(spd.part)) == NULL ||
	    (spd_has_timings(bytes) && spd.type == NULL) ||
	    (spd.tck_ps == 0) != (strcmp(spd.status, "read") != 0))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct smbios_memory memory;
	const struct smbios_bytes bytes = {data, size};
	struct smbios_entry entry;
	long offset = smbios_find_entry(bytes);

	if (offset >= 0 && !smbios_parse_entry((struct smbios_bytes){data + offset,
								     size - (size_t)offset},
					       &entry))
		abort();
	check_machine(bytes);
	check_module(data, size);
	smbios_parse_memory(bytes, &memory);
	if (memory.count > SMBIOS_DEVICES_MAX || memory.count + memory.dropped > memory.slots)
		abort();
	for (uint32_t i = 0; i < memory.count; i++) {
		check_text(memory.devices[i].locator);
		check_text(memory.devices[i].bank);
		check_text(memory.devices[i].maker);
		check_text(memory.devices[i].part);
	}
	return 0;
}
