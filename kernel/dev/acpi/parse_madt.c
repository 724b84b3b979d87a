/* SPDX-License-Identifier: MIT */
/* The MADT: CPUs, I/O APICs, and the pins of ISA interrupts. ACPI Specification, "Multiple APIC
 * Description Table (MADT)". */
#include "kernel/dev/acpi/parse.h"

#define MADT_LAPIC_ADDRESS 36
#define MADT_STRUCTURES 44

/* "Interrupt Controller Structure Types". Each begins with its type and its length. */
enum {
	MADT_LAPIC = 0,
	MADT_IOAPIC = 1,
	MADT_INTERRUPT_SOURCE_OVERRIDE = 2,
	MADT_LAPIC_ADDRESS_OVERRIDE = 5,
	MADT_LAPIC_X2APIC = 9,
};

#define LAPIC_ENABLED (1u << 0)         /* if clear, the CPU is absent or hot-pluggable */
#define LAPIC_BROADCAST_ID 0xffu
#define X2APIC_BROADCAST_ID 0xffffffffu

/* "MPS INTI Flags". On ISA, "conforms to the bus" means active high and edge-triggered. */
#define INTI_POLARITY(flags) ((flags) & 3)
#define INTI_TRIGGER(flags) ((flags) >> 2 & 3)
#define INTI_ACTIVE_LOW 3
#define INTI_LEVEL 3

static bool parse_madt_is_listed(const struct acpi_madt *madt, uint32_t apic_id)
{
	for (uint32_t i = 0; i < madt->cpu_count; i++) {
		if (madt->cpu_apic_ids[i] == apic_id)
			return true;
	}
	return false;
}

/* Add a CPU if it is new, because some firmware lists a CPU both as LAPIC and as x2APIC. */
static void add_cpu(struct acpi_madt *madt, uint32_t apic_id, uint32_t flags)
{
	if ((flags & LAPIC_ENABLED) == 0 || parse_madt_is_listed(madt, apic_id))
		return;
	if (madt->cpu_count == CPUS_MAX)
		madt->cpus_dropped++;
	else
		madt->cpu_apic_ids[madt->cpu_count++] = apic_id;
}

static void add_ioapic(struct acpi_madt *madt, struct acpi_bytes entry)
{
	uint64_t phys = acpi_field(entry, 4, 4);

	if (phys == 0 || madt->ioapic_count == ACPI_IOAPICS_MAX)
		return;
	madt->ioapics[madt->ioapic_count++] = (struct acpi_ioapic){
		.phys = phys,
		.gsi_base = (uint32_t)acpi_field(entry, 8, 4),
	};
}

static void override_isa(struct acpi_madt *madt, struct acpi_bytes entry)
{
	uint64_t irq = acpi_field(entry, 3, 1), flags = acpi_field(entry, 8, 2);

	if (entry.size < 10 || irq >= ISA_IRQS)
		return;
	madt->isa[irq] = (struct acpi_isa_route){
		.gsi = (uint32_t)acpi_field(entry, 4, 4),
		.active_low = INTI_POLARITY(flags) == INTI_ACTIVE_LOW,
		.level = INTI_TRIGGER(flags) == INTI_LEVEL,
	};
}

static void decode_structure(struct acpi_madt *madt, unsigned type, struct acpi_bytes entry)
{
	uint32_t apic_id;

	switch (type) {
	case MADT_LAPIC:
		apic_id = (uint32_t)acpi_field(entry, 3, 1);
		if (apic_id != LAPIC_BROADCAST_ID)
			add_cpu(madt, apic_id, (uint32_t)acpi_field(entry, 4, 4));
		break;
	case MADT_LAPIC_X2APIC:
		apic_id = (uint32_t)acpi_field(entry, 4, 4);
		if (apic_id != X2APIC_BROADCAST_ID)
			add_cpu(madt, apic_id, (uint32_t)acpi_field(entry, 8, 4));
		break;
	case MADT_IOAPIC:
		add_ioapic(madt, entry);
		break;
	case MADT_INTERRUPT_SOURCE_OVERRIDE:
		override_isa(madt, entry);
		break;
	case MADT_LAPIC_ADDRESS_OVERRIDE:
		if (entry.size >= 12)
			madt->lapic_phys = acpi_field(entry, 4, 8);
		break;
	}
}

void acpi_parse_madt(struct acpi_bytes table, struct acpi_madt *madt)
{
	size_t offset = MADT_STRUCTURES;
	struct acpi_bytes entry;

	*madt = (struct acpi_madt){.lapic_phys = acpi_field(table, MADT_LAPIC_ADDRESS, 4)};
	for (uint32_t irq = 0; irq < ISA_IRQS; irq++)
		madt->isa[irq].gsi = irq;
	while (acpi_next_structure(table, &offset, &entry))
		decode_structure(madt, entry.data[0], entry);
}
