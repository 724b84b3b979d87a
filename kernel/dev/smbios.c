/* SPDX-License-Identifier: MIT */
/* EFI lists the entry point, or it is in the BIOS area. The tables' contents are copied at once, so
 * their memory is not needed later. */
#include "kernel/dev/smbios.h"

#include "bench/engine/manifest.h"
#include "kernel/mm/firmware.h"
#include "lib/cpu/arch.h"
#include "lib/text/string.h"

/* "Table convention": the BIOS area with the entry point. */
#define BIOS_PHYS 0xf0000u
#define BIOS_BYTES 0x10000u

/* UEFI Specification, "EFI System Table" and "EFI Configuration Table & Properties Table". */
#define SYSTEM_TABLE_BYTES 120
#define SYSTEM_TABLE_SIGNATURE "IBI SYST"
#define SYSTEM_TABLE_COUNT 104
#define SYSTEM_TABLE_ENTRIES 112
#define EFI_ENTRY_BYTES 24
#define EFI_ENTRY_ADDRESS 16
#define EFI_ENTRIES_MAX 256
#define GUID_BYTES 16

static const uint8_t guids[][GUID_BYTES] = {
	{0x44, 0x15, 0xfd, 0xf2, 0x94, 0x97, 0x2c, 0x4a, 0x99, 0x2e, 0xe5, 0xbb, 0xcf, 0x20, 0xe3,
	 0x94}, /* SMBIOS3_TABLE_GUID */
	{0x31, 0x2d, 0x9d, 0xeb, 0x88, 0x2d, 0xd3, 0x11, 0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1,
	 0x4d}, /* SMBIOS_TABLE_GUID */
};

static struct manifest_smbios smbios = {.status = "not looked for"};

static uint64_t read_u64(const uint8_t *bytes)
{
	uint64_t value;

	memcpy(&value, bytes, sizeof(value));
	return value;
}

/* ---- The entry point ---- */

static bool smbios_take_entry(uint64_t phys)
{
	struct smbios_bytes bytes = {firmware_map(phys, SMBIOS_ENTRY_BYTES_MAX),
				     SMBIOS_ENTRY_BYTES_MAX};

	return bytes.data != NULL && smbios_parse_entry(bytes, &smbios.entry);
}

static bool efi_list_has(const uint8_t *entries, uint64_t count, const uint8_t guid[GUID_BYTES])
{
	for (uint64_t i = 0; i < count; i++) {
		const uint8_t *entry = entries + i * EFI_ENTRY_BYTES;

		if (memcmp(entry, guid, GUID_BYTES) == 0 &&
		    smbios_take_entry(read_u64(entry + EFI_ENTRY_ADDRESS)))
			return true;
	}
	return false;
}

static bool efi_lists_entry(uint64_t system_table_phys)
{
	const uint8_t *table = firmware_map(system_table_phys, SYSTEM_TABLE_BYTES), *entries;
	uint64_t count;

	if (table == NULL ||
	    memcmp(table, SYSTEM_TABLE_SIGNATURE, strlen(SYSTEM_TABLE_SIGNATURE)) != 0)
		return false;
	count = read_u64(table + SYSTEM_TABLE_COUNT);
	if (count == 0 || count > EFI_ENTRIES_MAX)
		return false;
	entries = firmware_map(read_u64(table + SYSTEM_TABLE_ENTRIES), count * EFI_ENTRY_BYTES);
	return entries != NULL &&
	       (efi_list_has(entries, count, guids[0]) || efi_list_has(entries, count, guids[1]));
}

static bool bios_has_entry(void)
{
	struct smbios_bytes area = {firmware_map(BIOS_PHYS, BIOS_BYTES), BIOS_BYTES};
	long offset = area.data != NULL ? smbios_find_entry(area) : -1;

	return offset >= 0 && smbios_take_entry(BIOS_PHYS + (uint64_t)offset);
}

/* ---- Tables ---- */

void smbios_init(const struct boot_info *info)
{
	struct smbios_bytes table;

	smbios.status = "no entry point found";
	if (!efi_lists_entry(info->efi_system_table_phys) &&
	    !(ARCH_HAS_BIOS && bios_has_entry()))
		return;
	table = (struct smbios_bytes){
		firmware_map(smbios.entry.table_phys, smbios.entry.table_bytes),
		smbios.entry.table_bytes,
	};
	smbios.status = "tables are beyond addressable memory";
	if (table.data == NULL)
		return;
	manifest_parse_smbios(&smbios, table);
}

void smbios_describe(struct wire_writer *writer, bool shows_serials)
{
	manifest_write_smbios(writer, &smbios, shows_serials);
}
