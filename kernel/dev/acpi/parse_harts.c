/* SPDX-License-Identifier: MIT */
/* CPUs of RISC-V and their interrupt controller in the MADT, and properties of CPUs in the RHCT.
 * ACPI Specification 6.6, "RISC-V Interrupt Controller (RINTC) Structure", "RISC-V PLIC Structure",
 * "RISC-V Hart Capabilities Table (RHCT)". */
#include "kernel/dev/acpi/parse_harts.h"

#include <stddef.h>

#define MADT_STRUCTURES 44

enum {MADT_RINTC = 0x18, MADT_PLIC = 0x1b};

#define RINTC_FLAGS 4
#define RINTC_ENABLED (1u << 0)
#define RINTC_HART 8
#define RINTC_UID 16
#define RINTC_EXTERNAL 20                /* number of a controller, and there of a context */
#define EXTERNAL_CONTROLLER(value) ((value) >> 24)
#define EXTERNAL_CONTEXT(value) ((value) & 0xffff)
#define RINTC_MESSAGES 24                /* offset of the field of later revisions */
#define RINTC_BYTES_LEAST 20

#define PLIC_NUMBER 3
#define PLIC_ADDRESS 24
#define PLIC_FIRST_INTERRUPT 32
#define PLIC_BYTES_LEAST 36

#define RHCT_TIME_BASE 40
#define RHCT_NODES 52                   /* offset of the first node */
#define NODE_TYPE 0
#define NODE_LENGTH 2
#define NODE_BYTES_LEAST 4
#define NODE_ISA 0                      /* a type */
#define ISA_LENGTH 6
#define ISA_TEXT 8

/* Find the first PLIC. Returns its number. */
static uint32_t parse_plic(struct acpi_bytes madt, struct acpi_harts *harts)
{
	size_t offset = MADT_STRUCTURES;
	struct acpi_bytes entry;

	while (acpi_next_structure(madt, &offset, &entry)) {
		if (entry.data[0] != MADT_PLIC || entry.size < PLIC_BYTES_LEAST)
			continue;
		harts->plic_phys = acpi_field(entry, PLIC_ADDRESS, 8);
		harts->plic_first_interrupt = (uint32_t)acpi_field(entry, PLIC_FIRST_INTERRUPT, 4);
		return (uint32_t)acpi_field(entry, PLIC_NUMBER, 1);
	}
	return UINT32_MAX;
}

/* The context of a CPU at the PLIC of that number. */
static uint32_t context_of(struct acpi_bytes rintc, uint32_t plic)
{
	uint32_t external = (uint32_t)acpi_field(rintc, RINTC_EXTERNAL, 4);

	return rintc.size >= RINTC_MESSAGES && EXTERNAL_CONTROLLER(external) == plic
		       ? EXTERNAL_CONTEXT(external) : ACPI_CONTEXT_NONE;
}

void acpi_parse_harts(struct acpi_bytes madt, struct acpi_harts *harts)
{
	uint32_t plic = parse_plic(madt, harts);
	size_t offset = MADT_STRUCTURES;
	struct acpi_bytes entry;

	while (acpi_next_structure(madt, &offset, &entry)) {
		if (entry.data[0] != MADT_RINTC || entry.size < RINTC_BYTES_LEAST ||
		    (acpi_field(entry, RINTC_FLAGS, 4) & RINTC_ENABLED) == 0)
			continue;
		if (harts->cpu_count == CPUS_MAX)
			return;
		harts->messages_phys[harts->cpu_count] = acpi_field(entry, RINTC_MESSAGES, 8);
		harts->contexts[harts->cpu_count] = context_of(entry, plic);
		harts->cpu_uids[harts->cpu_count] = (uint32_t)acpi_field(entry, RINTC_UID, 4);
		harts->cpu_ids[harts->cpu_count++] = (uint32_t)acpi_field(entry, RINTC_HART, 8);
	}
}

/* The text of a node, with its terminator; NULL if it is damaged. */
static const char *isa_of(struct acpi_bytes node)
{
	size_t length = (size_t)acpi_field(node, ISA_LENGTH, 2);

	if (length == 0 || ISA_TEXT + length > node.size ||
	    node.data[ISA_TEXT + length - 1] != '\0')
		return NULL;
	return (const char *)node.data + ISA_TEXT;
}

void acpi_parse_rhct(struct acpi_bytes rhct, struct acpi_harts *harts)
{
	size_t offset = (size_t)acpi_field(rhct, RHCT_NODES, 4);

	harts->time_hz = acpi_field(rhct, RHCT_TIME_BASE, 8);
	while (offset < rhct.size) {
		struct acpi_bytes node = {rhct.data + offset, rhct.size - offset};
		size_t length = (size_t)acpi_field(node, NODE_LENGTH, 2);

		if (length < NODE_BYTES_LEAST || length > node.size)
			return;
		node.size = length;
		if (acpi_field(node, NODE_TYPE, 2) == NODE_ISA && harts->isa == NULL)
			harts->isa = isa_of(node);
		offset += length;
	}
}
