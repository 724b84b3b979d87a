/* SPDX-License-Identifier: MIT */
/* Arm's interrupt controller and CPUs in the MADT, and the timer in the GTDT. ACPI Specification,
 * "Multiple APIC Description Table (MADT)", "GIC CPU Interface (GICC) Structure", "GIC Distributor
 * (GICD) Structure", "GIC MSI Frame Structure", "GIC Redistributor (GICR) Structure", "GIC
 * Interrupt Translation Service (ITS) Structure", "Generic Timer Description Table (GTDT)". */
#include "kernel/dev/acpi/parse.h"

#include "lib/cpu/affinity.h"

#define MADT_STRUCTURES 44

enum {MADT_GICC = 0x0b, MADT_GICD = 0x0c, MADT_MESSAGE_FRAME = 0x0d, MADT_GICR = 0x0e,
      MADT_ITS = 0x0f};

#define GICC_UID 8
#define GICC_FLAGS 12
#define GICC_ENABLED (1u << 0)
#define GICC_INTERFACE 32
#define GICC_REDISTRIBUTOR 60
#define GICC_MPIDR 68
#define GICC_BYTES_LEAST 76             /* size with the fields of ACPI 5.1 */

#define GICD_ADDRESS 8
#define GICD_VERSION 20
#define GICD_BYTES_LEAST 24
#define MESSAGE_FRAME_ADDRESS 8
#define MESSAGE_FRAME_BYTES_LEAST 24
#define GICR_ADDRESS 4
#define GICR_LENGTH 12
#define GICR_BYTES_LEAST 16
#define ITS_ID 4
#define ITS_ADDRESS 8
#define ITS_BYTES_LEAST 20

#define REDISTRIBUTOR_BYTES 0x20000     /* of version 3: two frames of 64 KiB */

#define GTDT_VIRTUAL_TIMER 64

static void add_redistributors(struct acpi_gic *gic, uint64_t phys, uint64_t size_bytes)
{
	if (phys == 0 || size_bytes == 0 || gic->redistributor_ranges == ACPI_REDISTRIBUTORS_MAX)
		return;
	gic->redistributors[gic->redistributor_ranges++] =
		(struct acpi_redistributors){.phys = phys, .size_bytes = size_bytes};
}

/* Add a CPU. In version 2 the address of the interface is the same for each CPU. */
static void add_gic_cpu(struct acpi_gic *gic, struct acpi_bytes entry)
{
	if (entry.size < GICC_BYTES_LEAST ||
	    (acpi_field(entry, GICC_FLAGS, 4) & GICC_ENABLED) == 0)
		return;
	if (gic->cpu_count == CPUS_MAX) {
		gic->cpus_dropped++;
		return;
	}
	gic->cpu_uids[gic->cpu_count] = (uint32_t)acpi_field(entry, GICC_UID, 4);
	gic->cpu_ids[gic->cpu_count++] = affinity_pack(acpi_field(entry, GICC_MPIDR, 8));
	if (gic->interface_phys == 0)
		gic->interface_phys = acpi_field(entry, GICC_INTERFACE, 8);
	add_redistributors(gic, acpi_field(entry, GICC_REDISTRIBUTOR, 8), REDISTRIBUTOR_BYTES);
}

static void decode_gic_structure(struct acpi_gic *gic, unsigned type, struct acpi_bytes entry)
{
	switch (type) {
	case MADT_GICC:
		add_gic_cpu(gic, entry);
		break;
	case MADT_GICD:
		if (entry.size < GICD_BYTES_LEAST)
			break;
		gic->distributor_phys = acpi_field(entry, GICD_ADDRESS, 8);
		gic->version = (unsigned)acpi_field(entry, GICD_VERSION, 1);
		break;
	case MADT_MESSAGE_FRAME:
		if (entry.size >= MESSAGE_FRAME_BYTES_LEAST && gic->message_frame_phys == 0)
			gic->message_frame_phys = acpi_field(entry, MESSAGE_FRAME_ADDRESS, 8);
		break;
	case MADT_ITS:
		if (entry.size < ITS_BYTES_LEAST || gic->its_phys != 0)
			break;
		gic->its_phys = acpi_field(entry, ITS_ADDRESS, 8);
		gic->its_id = (uint32_t)acpi_field(entry, ITS_ID, 4);
		break;
	case MADT_GICR:
		if (entry.size >= GICR_BYTES_LEAST)
			add_redistributors(gic, acpi_field(entry, GICR_ADDRESS, 8),
					   acpi_field(entry, GICR_LENGTH, 4));
		break;
	}
}

/* The version of the controller. Before ACPI 6.0 the field is 0. Version 4 has all of version 3. */
static unsigned version_of(const struct acpi_gic *gic)
{
	if (gic->distributor_phys == 0)
		return 0;
	if (gic->version == 0)
		return gic->redistributor_ranges > 0 ? 3 : 2;
	return gic->version >= 3 ? 3 : gic->version;
}

bool acpi_parse_gic(struct acpi_bytes table, struct acpi_gic *gic)
{
	size_t offset = MADT_STRUCTURES;
	struct acpi_bytes entry;

	*gic = (struct acpi_gic){0};
	while (acpi_next_structure(table, &offset, &entry))
		decode_gic_structure(gic, entry.data[0], entry);
	gic->version = version_of(gic);
	return gic->version != 0;
}

uint32_t acpi_parse_gtdt(struct acpi_bytes table)
{
	return (uint32_t)acpi_field(table, GTDT_VIRTUAL_TIMER, 4);
}
