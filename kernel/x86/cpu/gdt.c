/* SPDX-License-Identifier: MIT */
/* Builds the global descriptor table. */
#include "kernel/x86/cpu/gdt.h"

/* Intel SDM vol. 3A, "Segment Descriptors": present, accessed, flat. */
#define DESCRIPTOR_CODE 0x00af9b000000ffffull
#define DESCRIPTOR_DATA 0x00cf93000000ffffull
#define DESCRIPTOR_RING_3 (3ull << 45)

/* "TSS Descriptor in 64-bit mode": present, available. */
#define DESCRIPTOR_TSS 0x0000890000000000ull

/* "64-Bit Mode Call Gates": present, callable from ring 3. */
#define CALL_GATE_TYPE 0x0000ec0000000000ull

#define INDEX(selector) ((selector) / 8)

_Static_assert(INDEX(SELECTOR_USER_DATA) == INDEX(SELECTOR_SYSRET) + 1 &&
	       INDEX(SELECTOR_USER_CODE) == INDEX(SELECTOR_SYSRET) + 2 &&
	       INDEX(SELECTOR_USER_CODE) == INDEX(SELECTOR_CODE) + 4 &&
	       INDEX(SELECTOR_SYSEXIT_DATA) == INDEX(SELECTOR_CODE) + 5 &&
	       INDEX(SELECTOR_DATA) == INDEX(SELECTOR_CODE) + 1,
	       "the selectors are in the order of the fast system calls");
_Static_assert(INDEX(SELECTOR_CALL_GATE) == INDEX(SELECTOR_TSS) + 2 &&
	       INDEX(SELECTOR_CALL_GATE) + 2 == GDT_ENTRIES,
	       "the gate that user mode calls is the last of the table");

void gdt_build(uint64_t gdt[GDT_ENTRIES], const struct tss *tss)
{
	uint64_t address = (uintptr_t)tss;

	gdt[INDEX(SELECTOR_CODE)] = DESCRIPTOR_CODE;
	gdt[INDEX(SELECTOR_DATA)] = DESCRIPTOR_DATA;
	gdt[INDEX(SELECTOR_USER_DATA)] = DESCRIPTOR_DATA | DESCRIPTOR_RING_3;
	gdt[INDEX(SELECTOR_USER_CODE)] = DESCRIPTOR_CODE | DESCRIPTOR_RING_3;
	gdt[INDEX(SELECTOR_SYSEXIT_DATA)] = DESCRIPTOR_DATA | DESCRIPTOR_RING_3;
	gdt[INDEX(SELECTOR_TSS)] = DESCRIPTOR_TSS | (sizeof(*tss) - 1) |
				   (address & 0xffffff) << 16 | (address >> 24 & 0xff) << 56;
	gdt[INDEX(SELECTOR_TSS) + 1] = address >> 32;
}

void gdt_set_call_gate(uint64_t gdt[GDT_ENTRIES], uint64_t entry)
{
	uint64_t *gate = &gdt[INDEX(SELECTOR_CALL_GATE)];

	gate[0] = entry == 0 ? 0 : CALL_GATE_TYPE | (uint64_t)SELECTOR_CODE << 16 |
				   (entry & 0xffff) | (entry >> 16 & 0xffff) << 48;
	gate[1] = entry >> 32;
}
