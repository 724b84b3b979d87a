/* SPDX-License-Identifier: MIT */
/* Made-up ACPI tables. */
#ifndef TESTS_UNIT_KERNEL_DEV_ACPI_TABLE_BUILDER_H
#define TESTS_UNIT_KERNEL_DEV_ACPI_TABLE_BUILDER_H

#include "tests/unit/unit.h"

#include "kernel/dev/acpi/parse.h"

#define TABLE_BYTES_MAX 8192

/* A table under construction. */
struct table_builder {
	uint8_t data[TABLE_BYTES_MAX];
	size_t size;
};

/* Write a number at an offset, or append it. */
void table_put_at(struct table_builder *builder, size_t offset, uint64_t value, size_t size);
void table_put(struct table_builder *builder, uint64_t value, size_t size);

/* Begin with the header and append the contents. The end function sets length and checksum. */
void table_begin(struct table_builder *builder, const char *signature, uint8_t revision);
struct acpi_bytes table_end(struct table_builder *builder);

/* Complete tables, and the structures of an MADT. */
struct acpi_bytes table_make_rsdp(struct table_builder *builder, uint8_t revision, uint32_t rsdt,
				  uint64_t xsdt);
void table_put_lapic(struct table_builder *builder, uint8_t apic_id, uint32_t flags);
void table_put_x2apic(struct table_builder *builder, uint32_t apic_id, uint32_t flags);
void table_put_ioapic(struct table_builder *builder, uint32_t phys, uint32_t gsi_base);
void table_put_override(struct table_builder *builder, uint8_t irq, uint32_t gsi, uint16_t flags);
void table_begin_madt(struct table_builder *builder);
struct acpi_bytes table_make_madt(struct table_builder *builder);
struct acpi_bytes table_make_hpet(struct table_builder *builder, uint8_t space, uint64_t phys);

/* The space of another segment comes first. */
struct acpi_bytes table_make_mcfg(struct table_builder *builder, uint64_t phys, uint8_t first_bus,
				  uint8_t last_bus);

/* An SPCR with a serial port in memory (space 0) or in I/O space (1). A DBG2 table with a USB
 * device and, 32 bits wide, a PL011 and a 16550 in memory. */
struct acpi_bytes table_make_spcr(struct table_builder *builder, uint8_t space, uint64_t address);
struct acpi_bytes table_make_dbg2(struct table_builder *builder);

/* A DMAR with units at 0xfed90000 and 0xfed91000, and another structure between. */
struct acpi_bytes table_make_dmar(struct table_builder *builder);

/* An IVRS with two IOMMUs, the first in blocks of two types, and a block of memory. */
struct acpi_bytes table_make_ivrs(struct table_builder *builder);
struct acpi_bytes table_make_wdat(struct table_builder *builder);

/* An SRAT: CPU 4 in domain 9, CPU 0x1234 in domain 3, memory of domains 3, 9 and 5, and disabled
 * structures. A SLIT of side times side distances. An HMAT with reads of domains 3 and 9 from the
 * memory of domains 3, 9 and 5: latencies of 80, 90, 0xffff, 91, 81 and 300 ns, the same numbers as
 * bandwidths in MB/s, and others that are not of reads from memory. */
struct acpi_bytes table_make_srat(struct table_builder *builder);

/* A CEDT with a host bridge and three windows: of 1 MiB at 2 GiB, in the memory of the SRAT above,
 * and of 0 bytes. */
struct acpi_bytes table_make_cedt(struct table_builder *builder);
struct acpi_bytes table_make_slit(struct table_builder *builder, uint64_t side,
				  const char *distances);
struct acpi_bytes table_make_hmat(struct table_builder *builder, uint8_t revision);
void table_put_node_memory(struct table_builder *builder, uint64_t base, uint64_t size,
			   uint32_t domain, uint32_t flags);
struct acpi_bytes table_make_dsdt(struct table_builder *builder, const char *aml, size_t size);

#endif
