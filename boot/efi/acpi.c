/* SPDX-License-Identifier: MIT */
/* See acpi.h. References are to the ACPI Specification 6.5, sections "Root System Description
 * Pointer (RSDP)", "Multiple APIC Description Table (MADT)", "Fixed ACPI Description Table
 * (FADT)", and to the IA-PC HPET Specification 1.0a, "The ACPI 2.0 HPET Description Table
 * (HPET)". */
#include "boot/efi/acpi.h"

#include <stdbool.h>
#include <stddef.h>

#include "lib/text/string.h"

#define RSDP_REVISION 15
#define RSDP_RSDT 16
#define RSDP_XSDT 24
#define TABLE_LENGTH 4
#define TABLE_HEADER_BYTES 36
#define TABLE_BYTES_MAX 0x100000
#define MADT_ENTRIES 44
#define MADT_LAPIC 0
#define MADT_IOAPIC 1
#define MADT_X2APIC 9
#define CPU_ENABLED 1u
#define FADT_DAY_ALARM 106
#define FADT_MONTH_ALARM 107
#define FADT_BYTES_LEAST 108
#define HPET_ADDRESS 44
#define HPET_BYTES_LEAST 52

static uint64_t acpi_read(const uint8_t *at, size_t size)
{
	uint64_t value = 0;

	memcpy(&value, at, size);
	return value;
}

static uint32_t table_length(const uint8_t *table)
{
	return (uint32_t)acpi_read(table + TABLE_LENGTH, 4);
}

static bool table_is_good(const uint8_t *table)
{
	uint32_t length = table_length(table);
	uint8_t sum = 0;

	if (length < TABLE_HEADER_BYTES || length > TABLE_BYTES_MAX)
		return false;
	for (uint32_t i = 0; i < length; i++)
		sum += table[i];
	return sum == 0;
}

static void read_madt_entry(const uint8_t *entry, struct efi_acpi *acpi)
{
	if (entry[0] == MADT_LAPIC && entry[1] >= 8)
		acpi->cpu_count += acpi_read(entry + 4, 4) & CPU_ENABLED;
	else if (entry[0] == MADT_X2APIC && entry[1] >= 16)
		acpi->cpu_count += acpi_read(entry + 8, 4) & CPU_ENABLED;
	else if (entry[0] == MADT_IOAPIC && entry[1] >= 12 &&
		 acpi->ioapic_count < EFI_ACPI_IOAPICS_MAX)
		acpi->ioapics_phys[acpi->ioapic_count++] = acpi_read(entry + 4, 4);
}

static void read_table(const uint8_t *table, struct efi_acpi *acpi)
{
	uint32_t length = table_length(table);

	if (memcmp(table, "APIC", 4) == 0) {
		for (uint32_t at = MADT_ENTRIES; at + 2 <= length && table[at + 1] >= 2 &&
						 at + table[at + 1] <= length;
		     at += table[at + 1])
			read_madt_entry(table + at, acpi);
	} else if (memcmp(table, "FACP", 4) == 0 && length >= FADT_BYTES_LEAST) {
		acpi->rtc_day_alarm = table[FADT_DAY_ALARM];
		acpi->rtc_month_alarm = table[FADT_MONTH_ALARM];
	} else if (memcmp(table, "HPET", 4) == 0 && length >= HPET_BYTES_LEAST) {
		acpi->hpet_phys = acpi_read(table + HPET_ADDRESS, 8);
	}
}

void efi_acpi_read(uint64_t rsdp_phys, struct efi_acpi *acpi)
{
	const uint8_t *rsdp = (const uint8_t *)(uintptr_t)rsdp_phys, *root;
	unsigned entry_bytes;

	*acpi = (struct efi_acpi){0};
	if (rsdp == NULL)
		return;
	entry_bytes = rsdp[RSDP_REVISION] >= 2 ? 8 : 4;
	root = (const uint8_t *)(uintptr_t)acpi_read(
		rsdp + (entry_bytes == 8 ? RSDP_XSDT : RSDP_RSDT), entry_bytes);
	if (root == NULL || !table_is_good(root))
		return;
	for (uint32_t at = TABLE_HEADER_BYTES; at + entry_bytes <= table_length(root);
	     at += entry_bytes) {
		const uint8_t *table =
			(const uint8_t *)(uintptr_t)acpi_read(root + at, entry_bytes);

		if (table != NULL && table_is_good(table))
			read_table(table, acpi);
	}
}
