/* SPDX-License-Identifier: MIT */
/* QEMU describes the device in the byte code of its DSDT: a device whose hardware ID is QEMU0002,
 * and its registers as a 32-bit memory range. QEMU always writes the two in this order, so a search
 * is enough: QEMU, hw/arm/virt-acpi-build.c. ACPI Specification 6.5, "Root System Description
 * Pointer (RSDP)", "Fixed ACPI Description Table (FADT)", "32-Bit Fixed Memory Range
 * Descriptor". */
#include "boot/efi/tree/fw_cfg_acpi.h"

#include <stddef.h>

#include "lib/text/string.h"

#define RSDP_XSDT 24
#define TABLE_LENGTH 4
#define TABLE_LENGTH_MAX 0x100000u
#define TABLE_OEM 10
#define HEADER_BYTES 36
#define FADT_X_DSDT 140

#define OEM_QEMU "BOCHS "
#define HARDWARE_ID "QEMU0002"
#define RANGE_WITHIN 64                 /* bytes after the hardware ID */
#define RANGE_TAG "\x86\x09\x00"
#define RANGE_BASE 4

static uint64_t value_at(const uint8_t *at, size_t size)
{
	uint64_t value = 0;

	memcpy(&value, at, size);
	return value;
}

static uint32_t length_of(const uint8_t *table)
{
	uint32_t length = (uint32_t)value_at(table + TABLE_LENGTH, 4);

	return length < TABLE_LENGTH_MAX ? length : 0;
}

static const uint8_t *table_at(const uint8_t *field)
{
	return (const uint8_t *)(uintptr_t)value_at(field, 8);
}

/* The DSDT, or NULL. */
static const uint8_t *find_dsdt(const uint8_t *xsdt)
{
	for (uint32_t at = HEADER_BYTES; at + 8 <= length_of(xsdt); at += 8) {
		const uint8_t *table = table_at(xsdt + at);

		if (table != NULL && memcmp(table, "FACP", 4) == 0 &&
		    length_of(table) >= FADT_X_DSDT + 8)
			return table_at(table + FADT_X_DSDT);
	}
	return NULL;
}

static uint64_t range_after(const uint8_t *id, const uint8_t *end)
{
	size_t tag_bytes = sizeof(RANGE_TAG) - 1;

	if ((size_t)(end - id) > RANGE_WITHIN)
		end = id + RANGE_WITHIN;
	for (; id + RANGE_BASE + 4 <= end; id++) {
		if (memcmp(id, RANGE_TAG, tag_bytes) == 0)
			return value_at(id + RANGE_BASE, 4);
	}
	return 0;
}

uint64_t fw_cfg_find_acpi(const void *rsdp)
{
	const uint8_t *xsdt, *dsdt, *end;

	if (rsdp == NULL)
		return 0;
	xsdt = table_at((const uint8_t *)rsdp + RSDP_XSDT);
	dsdt = xsdt != NULL ? find_dsdt(xsdt) : NULL;
	if (dsdt == NULL || memcmp(dsdt + TABLE_OEM, OEM_QEMU, strlen(OEM_QEMU)) != 0)
		return 0;
	end = dsdt + length_of(dsdt);
	for (const uint8_t *at = dsdt + HEADER_BYTES; at + sizeof(HARDWARE_ID) <= end; at++) {
		if (memcmp(at, HARDWARE_ID, sizeof(HARDWARE_ID)) == 0)
			return range_after(at, end);
	}
	return 0;
}
