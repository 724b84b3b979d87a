/* SPDX-License-Identifier: MIT */
/* Descriptors decoded as by the CPU: Intel SDM vol. 3A, "Segment Descriptors", "TSS Descriptor in
 * 64-bit mode" and "64-Bit Mode Call Gates". */
#include "tests/unit/unit.h"

#include <stdbool.h>

#include "kernel/x86/cpu/gdt.h"

/* Bits of the access byte. */
#define PRESENT 0x80
#define SEGMENT 0x10                    /* clear in system descriptors */
#define CODE 0x08
#define WRITABLE 0x02

static uint64_t gdt[GDT_ENTRIES];
static const struct tss *const tss = (const struct tss *)0xffffffff81234568;

static int build(void **state)
{
	(void)state;
	for (size_t i = 0; i < GDT_ENTRIES; i++)
		gdt[i] = 0;
	gdt_build(gdt, tss);
	return 0;
}

static unsigned access_byte(unsigned selector)
{
	return gdt[selector / 8] >> 40 & 0xff;
}

static unsigned privilege(unsigned selector)
{
	return access_byte(selector) >> 5 & 3;
}

static bool is_64_bit(unsigned selector)
{
	return gdt[selector / 8] >> 53 & 1;
}

#define KIND (PRESENT | SEGMENT | CODE | WRITABLE)

/* Code may be readable too, by the same bit. */
static bool is_code(unsigned selector)
{
	return (access_byte(selector) & (KIND & ~WRITABLE)) == (PRESENT | SEGMENT | CODE);
}

static bool is_writable_data(unsigned selector)
{
	return (access_byte(selector) & KIND) == (PRESENT | SEGMENT | WRITABLE);
}

TEST_WITH(selector_has_the_privilege_of_its_segment, build, NULL)
{
	const unsigned selectors[] = {
		SELECTOR_CODE, SELECTOR_DATA, SELECTOR_USER_CODE, SELECTOR_USER_DATA,
		SELECTOR_SYSEXIT_DATA,
	};

	for (size_t i = 0; i < sizeof(selectors) / sizeof(selectors[0]); i++)
		assert_int_equal(selectors[i] & 3, privilege(selectors[i]));
	assert_int_equal(privilege(SELECTOR_CODE), 0);
	assert_int_equal(privilege(SELECTOR_USER_CODE), 3);
}

TEST_WITH(syscall_and_sysenter_find_their_code_and_data_segments, build, NULL)
{
	assert_true(is_code(SELECTOR_CODE) && is_64_bit(SELECTOR_CODE));
	assert_true(is_writable_data(SELECTOR_CODE + 8));
	assert_true(is_writable_data(SELECTOR_SYSRET + 8));
	assert_true(is_code(SELECTOR_SYSRET + 16) && is_64_bit(SELECTOR_SYSRET + 16));
	assert_true(is_code(SELECTOR_CODE + 32) && is_64_bit(SELECTOR_CODE + 32));
	assert_true(is_writable_data(SELECTOR_CODE + 40));
	assert_int_equal(privilege(SELECTOR_CODE + 32), 3);
	assert_int_equal(privilege(SELECTOR_CODE + 40), 3);
}

TEST_WITH(tss_descriptor_has_the_address_of_the_tss, build, NULL)
{
	const uint64_t *entry = &gdt[SELECTOR_TSS / 8];
	uint64_t low = (entry[0] >> 16 & 0xffffff) | (entry[0] >> 56) << 24;

	assert_int_equal(low | entry[1] << 32, (uintptr_t)tss);
	assert_int_equal(entry[0] & 0xffff, sizeof(struct tss) - 1);
	assert_int_equal(access_byte(SELECTOR_TSS), PRESENT | 9);
}

TEST_WITH(call_gate_leads_from_ring_3_to_its_entry_and_can_be_removed, build, NULL)
{
	const uint64_t *gate = &gdt[SELECTOR_CALL_GATE / 8];
	uint64_t entry = 0xfedcba9876543210;

	assert_int_equal(gate[0], 0);
	gdt_set_call_gate(gdt, entry);
	assert_int_equal((gate[0] & 0xffff) | (gate[0] >> 48) << 16 | gate[1] << 32, entry);
	assert_int_equal(gate[0] >> 16 & 0xffff, SELECTOR_CODE);
	assert_int_equal(access_byte(SELECTOR_CALL_GATE), PRESENT | 3 << 5 | 12);
	gdt_set_call_gate(gdt, 0);
	assert_int_equal(gate[0], 0);
	assert_int_equal(gate[1], 0);
}
