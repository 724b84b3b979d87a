/* SPDX-License-Identifier: MIT */
/* Devices named in made-up ACPI tables. Damaged tables are skipped. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/acpi.h"

static uint8_t madt[44 + 8 + 8 + 12 + 12 + 2], fadt[116], hpet[56], xsdt[36 + 3 * 8], rsdp[36];

static void finish(uint8_t *table, const char *signature, uint32_t bytes)
{
	uint8_t sum = 0;

	memcpy(table, signature, 4);
	memcpy(table + 4, &bytes, 4);
	table[9] = 0;
	for (uint32_t i = 0; i < bytes; i++)
		sum += table[i];
	table[9] = (uint8_t)-sum;
}

static void point(uint8_t *at, const void *to)
{
	uint64_t address = (uintptr_t)to;

	memcpy(at, &address, 8);
}

static int set_up(void **state)
{
	static const uint8_t entries[] = {
		0, 8, 0, 0, 1, 0, 0, 0,                 /* a CPU */
		0, 8, 1, 1, 0, 0, 0, 0,                 /* a disabled one */
		1, 12, 0, 0, 0, 0, 0xc0, 0xfe, 0, 0, 0, 0,
		1, 12, 1, 0, 0, 0x10, 0xc0, 0xfe, 24, 0, 0, 0,
		1, 200,                                 /* ends after the table */
	};
	uint64_t hpet_phys = 0xfed00000;

	(void)state;
	memcpy(madt + 44, entries, sizeof(entries));
	fadt[106] = 0x0d;
	fadt[107] = 0x32;
	memcpy(hpet + 44, &hpet_phys, 8);
	finish(madt, "APIC", sizeof(madt));
	finish(fadt, "FACP", sizeof(fadt));
	finish(hpet, "HPET", sizeof(hpet));
	point(xsdt + 36, madt);
	point(xsdt + 44, fadt);
	point(xsdt + 52, hpet);
	finish(xsdt, "XSDT", sizeof(xsdt));
	rsdp[15] = 2;
	point(rsdp + 24, xsdt);
	return 0;
}

TEST_WITH(devices_are_found, set_up, NULL)
{
	struct efi_acpi acpi;

	efi_acpi_read((uintptr_t)rsdp, &acpi);
	assert_int_equal(acpi.ioapic_count, 2);
	assert_int_equal(acpi.ioapics_phys[0], 0xfec00000);
	assert_int_equal(acpi.ioapics_phys[1], 0xfec01000);
	assert_int_equal(acpi.cpu_count, 1);
	assert_int_equal(acpi.hpet_phys, 0xfed00000);
	assert_int_equal(acpi.rtc_day_alarm, 0x0d);
	assert_int_equal(acpi.rtc_month_alarm, 0x32);
}

TEST_WITH(damaged_tables_are_skipped, set_up, NULL)
{
	struct efi_acpi acpi;

	hpet[44]++;
	efi_acpi_read((uintptr_t)rsdp, &acpi);
	assert_int_equal(acpi.hpet_phys, 0);
	assert_int_equal(acpi.ioapic_count, 2);
	xsdt[20]++;
	efi_acpi_read((uintptr_t)rsdp, &acpi);
	assert_int_equal(acpi.ioapic_count, 0);
	efi_acpi_read(0, &acpi);
	assert_int_equal(acpi.ioapic_count, 0);
}
