/* SPDX-License-Identifier: MIT */
/* What DMA remapping units translate, by their modelled registers. */
#include "tests/unit/unit.h"

#include "kernel/dev/acpi/acpi.h"
#include "kernel/mm/firmware.h"
#include "kernel/x86/dev/vtd.h"

#define UNIT_BYTES 0x100
#define UNITS_MAX 2
#define ABSENT 0xffffffffu

static const struct machine {
	const char *name;
	bool is_amd;
	unsigned count;
	unsigned at;                    /* byte of the register */
	uint32_t registers[UNITS_MAX];
	const char *item, *expected;
} machines[] = {
	{"no unit", false, 0, 0, {0}, "vtd", NULL},
	{"absent units", false, 2, 0x1c, {ABSENT, ABSENT}, "vtd", NULL},
	{"VT-d off", false, 2, 0x1c, {0, 1u << 30}, "vtd", "off"},
	{"VT-d of the second unit", false, 2, 0x1c, {0, 1u << 31}, "vtd", "DMA"},
	{"interrupts", false, 2, 0x1c, {1u << 25, ABSENT}, "vtd", "interrupts"},
	{"both", false, 2, 0x1c, {1u << 25, 1u << 31}, "vtd", "DMA and interrupts"},
	{"AMD off", true, 2, 0x18, {0, 1u << 1}, "amd_iommu", "off"},
	{"AMD on", true, 2, 0x18, {0, 1u << 0}, "amd_iommu", "on"},
};

static const struct machine *current;

const uint64_t *acpi_remapping_units(unsigned *count, bool *is_amd)
{
	static const uint64_t units_phys[UNITS_MAX] = {0, 1};

	*count = current->count;
	*is_amd = current->is_amd;
	return units_phys;
}

volatile void *firmware_map_device(const char *device, uint64_t phys, size_t size_bytes)
{
	static uint8_t units[UNITS_MAX][UNIT_BYTES];

	(void)device;
	assert_true(size_bytes <= UNIT_BYTES);
	memset(units[phys], 0, UNIT_BYTES);
	memcpy(&units[phys][current->at], &current->registers[phys], 4);
	return units[phys];
}

static void check_machine(void **state)
{
	const char *item, *found;

	current = *state;
	found = vtd_state(&item);
	assert_string_equal(item, current->item);
	if (current->expected == NULL)
		assert_null(found);
	else
		assert_string_equal(found, current->expected);
}

TEST_CASES(check_machine, machines);
