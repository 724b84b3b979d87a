/* SPDX-License-Identifier: MIT */
/* The fw_cfg device in tables as QEMU makes them, at real addresses. */
#include "tests/unit/unit.h"

#include <string.h>

#include "boot/efi/tree/fw_cfg_acpi.h"

static struct {
	uint8_t rsdp[36], xsdt[52], other[48], fadt[276], dsdt[160];
} tables;

static void put(uint8_t *at, uint64_t value, size_t size)
{
	memcpy(at, &value, size);
}

static void put_table(uint8_t *table, const char *signature, size_t size)
{
	memset(table, 0, size);
	memcpy(table, signature, 4);
	put(table + 4, size, 4);
	memcpy(table + 10, "BOCHS ", 6);
}

/* The range begins some bytes after the hardware ID. */
static void make_tables(const char *hardware_id, size_t range_after)
{
	uint8_t *id = tables.dsdt + 60;

	put_table(tables.xsdt, "XSDT", sizeof(tables.xsdt));
	put_table(tables.other, "GTDT", sizeof(tables.other));
	put_table(tables.fadt, "FACP", sizeof(tables.fadt));
	put_table(tables.dsdt, "DSDT", sizeof(tables.dsdt));
	put(tables.rsdp + 24, (uintptr_t)tables.xsdt, 8);
	put(tables.xsdt + 36, (uintptr_t)tables.other, 8);
	put(tables.xsdt + 44, (uintptr_t)tables.fadt, 8);
	put(tables.fadt + 140, (uintptr_t)tables.dsdt, 8);
	memcpy(id, hardware_id, strlen(hardware_id) + 1);
	put(id + range_after, 0x000986, 3);
	id[range_after + 3] = 1;
	put(id + range_after + 4, 0x09020000, 4);
}

TEST(device_is_found_in_tables_of_qemu)
{
	make_tables("QEMU0002", 40);
	assert_int_equal(fw_cfg_find_acpi(tables.rsdp), 0x09020000);
}

TEST(other_tables_have_no_device)
{
	assert_int_equal(fw_cfg_find_acpi(NULL), 0);
	make_tables("QEMU0003", 40);
	assert_int_equal(fw_cfg_find_acpi(tables.rsdp), 0);
	make_tables("QEMU0002", 80);
	assert_int_equal(fw_cfg_find_acpi(tables.rsdp), 0);
	make_tables("QEMU0002", 40);
	memcpy(tables.dsdt + 10, "VENDOR", 6);
	assert_int_equal(fw_cfg_find_acpi(tables.rsdp), 0);
	make_tables("QEMU0002", 40);
	put(tables.xsdt + 4, 44, 4);
	assert_int_equal(fw_cfg_find_acpi(tables.rsdp), 0);
}
