/* SPDX-License-Identifier: MIT */
/* Made-up ACPI tables. */
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#include <string.h>

#include "kernel/dev/acpi/parse.h"

void table_put_at(struct table_builder *builder, size_t offset, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		builder->data[offset + i] = (uint8_t)(value >> 8 * i);
}

void table_put(struct table_builder *builder, uint64_t value, size_t size)
{
	table_put_at(builder, builder->size, value, size);
	builder->size += size;
}

static void table_put_text(struct table_builder *builder, const char *text, size_t size)
{
	memcpy(builder->data + builder->size, text, size);
	builder->size += size;
}

static uint8_t table_sum(const uint8_t *data, size_t size)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < size; i++)
		sum = (uint8_t)(sum + data[i]);
	return sum;
}

void table_begin(struct table_builder *builder, const char *signature, uint8_t revision)
{
	memset(builder, 0, sizeof(*builder));
	table_put_text(builder, signature, 4);
	table_put(builder, 0, 4);
	table_put(builder, revision, 1);
	builder->size = ACPI_HEADER_BYTES;
}

struct acpi_bytes table_end(struct table_builder *builder)
{
	table_put_at(builder, 4, builder->size, 4);
	builder->data[9] = 0;
	builder->data[9] = (uint8_t)-table_sum(builder->data, builder->size);
	return (struct acpi_bytes){builder->data, builder->size};
}

/* ---- Samples ---- */

struct acpi_bytes table_make_rsdp(struct table_builder *builder, uint8_t revision, uint32_t rsdt,
				  uint64_t xsdt)
{
	memset(builder, 0, sizeof(*builder));
	table_put_text(builder, "RSD PTR ", 8);
	builder->size = 15;
	table_put(builder, revision, 1);
	table_put(builder, rsdt, 4);
	table_put(builder, ACPI_RSDP_BYTES, 4);
	table_put(builder, xsdt, 8);
	table_put(builder, 0, 4);
	builder->data[8] = (uint8_t)-table_sum(builder->data, 20);
	builder->data[32] = (uint8_t)-table_sum(builder->data, ACPI_RSDP_BYTES);
	return (struct acpi_bytes){builder->data, builder->size};
}

void table_put_lapic(struct table_builder *builder, uint8_t apic_id, uint32_t flags)
{
	table_put(builder, 0, 1);
	table_put(builder, 8, 1);
	table_put(builder, 0, 1);
	table_put(builder, apic_id, 1);
	table_put(builder, flags, 4);
}

void table_put_x2apic(struct table_builder *builder, uint32_t apic_id, uint32_t flags)
{
	table_put(builder, 9, 1);
	table_put(builder, 16, 1);
	table_put(builder, 0, 2);
	table_put(builder, apic_id, 4);
	table_put(builder, flags, 4);
	table_put(builder, 0, 4);
}

void table_put_ioapic(struct table_builder *builder, uint32_t phys, uint32_t gsi_base)
{
	table_put(builder, 1, 1);
	table_put(builder, 12, 1);
	table_put(builder, 0, 2);
	table_put(builder, phys, 4);
	table_put(builder, gsi_base, 4);
}

void table_put_override(struct table_builder *builder, uint8_t irq, uint32_t gsi, uint16_t flags)
{
	table_put(builder, 2, 1);
	table_put(builder, 10, 1);
	table_put(builder, 0, 1);
	table_put(builder, irq, 1);
	table_put(builder, gsi, 4);
	table_put(builder, flags, 2);
}

void table_begin_madt(struct table_builder *builder)
{
	table_begin(builder, "APIC", 5);
	table_put(builder, 0xfee00000, 4);
	table_put(builder, 1, 4);
}

struct acpi_bytes table_make_madt(struct table_builder *builder)
{
	table_begin_madt(builder);
	table_put_lapic(builder, 0, 1);
	table_put_lapic(builder, 2, 1);
	table_put_lapic(builder, 4, 0);
	table_put_lapic(builder, 6, 2);
	table_put_x2apic(builder, 0x1234, 1);
	table_put_ioapic(builder, 0xfec00000, 0);
	table_put_override(builder, 0, 2, 0);
	table_put_override(builder, 9, 9, 0xf);
	return table_end(builder);
}

struct acpi_bytes table_make_hpet(struct table_builder *builder, uint8_t space, uint64_t phys)
{
	table_begin(builder, "HPET", 1);
	table_put(builder, 0x8086a201, 4);
	table_put(builder, space, 1);
	table_put(builder, 0, 3);
	table_put(builder, phys, 8);
	table_put(builder, 0, 4);
	return table_end(builder);
}

static void table_put_mcfg(struct table_builder *builder, uint64_t phys, uint16_t segment,
			   uint8_t first_bus, uint8_t last_bus)
{
	table_put(builder, phys, 8);
	table_put(builder, segment, 2);
	table_put(builder, first_bus, 1);
	table_put(builder, last_bus, 1);
	table_put(builder, 0, 4);
}

/* The space of another segment comes first. */
struct acpi_bytes table_make_mcfg(struct table_builder *builder, uint64_t phys, uint8_t first_bus,
				  uint8_t last_bus)
{
	table_begin(builder, "MCFG", 1);
	table_put(builder, 0, 8);
	table_put_mcfg(builder, 0xe0000000, 1, 0, 255);
	table_put_mcfg(builder, phys, 0, first_bus, last_bus);
	return table_end(builder);
}

static void table_put_node_cpu(struct table_builder *builder, uint8_t apic_id, uint32_t domain,
			       uint32_t flags)
{
	table_put(builder, 0, 1);
	table_put(builder, 16, 1);
	table_put(builder, domain & 0xff, 1);
	table_put(builder, apic_id, 1);
	table_put(builder, flags, 4);
	table_put(builder, 0, 1);
	table_put(builder, domain >> 8, 3);
	table_put(builder, 0, 4);
}

static void table_put_node_x2apic(struct table_builder *builder, uint32_t apic_id, uint32_t domain)
{
	table_put(builder, 2, 1);
	table_put(builder, 24, 1);
	table_put(builder, 0, 2);
	table_put(builder, domain, 4);
	table_put(builder, apic_id, 4);
	table_put(builder, 1, 4);
	table_put(builder, 0, 8);
}

void table_put_node_memory(struct table_builder *builder, uint64_t base, uint64_t size,
			   uint32_t domain, uint32_t flags)
{
	table_put(builder, 1, 1);
	table_put(builder, 40, 1);
	table_put(builder, domain, 4);
	table_put(builder, 0, 2);
	table_put(builder, base, 8);
	table_put(builder, size, 8);
	table_put(builder, 0, 4);
	table_put(builder, flags, 4);
	table_put(builder, 0, 8);
}

struct acpi_bytes table_make_srat(struct table_builder *builder)
{
	table_begin(builder, "SRAT", 3);
	table_put(builder, 1, 4);
	table_put(builder, 0, 8);
	table_put_node_memory(builder, 0x200000, 0x100000, 5, 1);
	table_put_node_cpu(builder, 4, 9, 1);
	table_put_node_cpu(builder, 6, 77, 0);
	table_put_node_x2apic(builder, 0x1234, 3);
	table_put_node_memory(builder, 0, 0x100000, 3, 1);
	table_put_node_memory(builder, 0x100000, 0x100000, 9, 1);
	table_put_node_memory(builder, 0x100000, 0x100000, 78, 0);
	return table_end(builder);
}

static void table_put_window(struct table_builder *builder, uint64_t base_phys, uint64_t size_bytes)
{
	table_put(builder, 1, 2);
	table_put(builder, 40, 2);
	table_put(builder, 0, 4);
	table_put(builder, base_phys, 8);
	table_put(builder, size_bytes, 8);
	table_put(builder, 0, 8);
	table_put(builder, 0, 8);
}

struct acpi_bytes table_make_cedt(struct table_builder *builder)
{
	table_begin(builder, "CEDT", 1);
	table_put(builder, 0, 2);
	table_put(builder, 12, 2);
	table_put(builder, 0, 8);
	table_put_window(builder, 0x80000000, 0x100000);
	table_put_window(builder, 0x180000, 0x100000);
	table_put_window(builder, 0x90000000, 0);
	return table_end(builder);
}

struct acpi_bytes table_make_slit(struct table_builder *builder, uint64_t side,
				  const char *distances)
{
	table_begin(builder, "SLIT", 1);
	table_put(builder, side, 8);
	table_put_text(builder, distances, side * side);
	return table_end(builder);
}

static void table_put_localities(struct table_builder *builder, uint8_t flags, uint8_t type,
				 uint64_t unit, int more)
{
	static const uint32_t froms[] = {3, 9}, tos[] = {3, 9, 5};
	static const int entries[] = {80, 90, 0xffff, 91, 81, 300};

	table_put(builder, 1, 2);
	table_put(builder, 0, 2);
	table_put(builder, 32 + 20 + 12, 4);
	table_put(builder, flags, 1);
	table_put(builder, type, 1);
	table_put(builder, 0, 2);
	table_put(builder, COUNT(froms), 4);
	table_put(builder, COUNT(tos), 4);
	table_put(builder, 0, 4);
	table_put(builder, unit, 8);
	for (size_t i = 0; i < COUNT(froms); i++)
		table_put(builder, froms[i], 4);
	for (size_t i = 0; i < COUNT(tos); i++)
		table_put(builder, tos[i], 4);
	for (size_t i = 0; i < COUNT(entries); i++)
		table_put(builder, (uint64_t)(entries[i] + (entries[i] < 0xffff ? more : 0)), 2);
}

struct acpi_bytes table_make_hmat(struct table_builder *builder, uint8_t revision)
{
	table_begin(builder, "HMAT", revision);
	table_put(builder, 0, 4);
	table_put_localities(builder, 0, 1, 1000, 0);
	table_put_localities(builder, 0, 4, 1, 0);
	table_put_localities(builder, 0, 2, 1000, 7);   /* writes */
	table_put_localities(builder, 1, 1, 1000, 8);   /* a cache */
	table_put_localities(builder, 0, 0, 1000, 9);   /* any access, after reads */
	return table_end(builder);
}

struct acpi_bytes table_make_dsdt(struct table_builder *builder, const char *aml, size_t size)
{
	table_begin(builder, "DSDT", 1);
	table_put_text(builder, "noise _S5_ in a string ", 23);
	table_put_text(builder, aml, size);
	return table_end(builder);
}

static void table_put_place(struct table_builder *builder, uint8_t space, uint8_t bits,
			    uint8_t access, uint64_t address)
{
	table_put(builder, space, 1);
	table_put(builder, bits, 1);
	table_put(builder, 0, 1);
	table_put(builder, access, 1);
	table_put(builder, address, 8);
}

struct acpi_bytes table_make_spcr(struct table_builder *builder, uint8_t space, uint64_t address)
{
	table_begin(builder, "SPCR", 2);
	table_put(builder, 0, 4);
	table_put_place(builder, space, 8, 1, address);
	table_put(builder, 0, 8);
	table_put(builder, 0, 8);
	table_put(builder, 0, 8);
	return table_end(builder);
}

static void table_put_device(struct table_builder *builder, uint16_t type, uint16_t subtype,
			     uint64_t address)
{
	static const uint16_t names[] = {0, 38, 0, 0};

	table_put(builder, 0, 1);
	table_put(builder, 38, 2);
	table_put(builder, 1, 1);
	for (size_t i = 0; i < 4; i++)
		table_put(builder, names[i], 2);
	table_put(builder, type, 2);
	table_put(builder, subtype, 2);
	table_put(builder, 0, 2);
	table_put(builder, 22, 2);
	table_put(builder, 34, 2);
	table_put_place(builder, 0, 32, 3, address);
	table_put(builder, 0x1000, 4);
}

struct acpi_bytes table_make_dbg2(struct table_builder *builder)
{
	table_begin(builder, "DBG2", 0);
	table_put(builder, 44, 4);
	table_put(builder, 3, 4);
	table_put_device(builder, 0x8002, 0, 0xfe000000);
	table_put_device(builder, 0x8000, 3, 0xfe010000);
	table_put_device(builder, 0x8000, 0, 0xfe020000);
	return table_end(builder);
}

static void table_put_unit(struct table_builder *builder, uint16_t type, uint64_t phys)
{
	table_put(builder, type, 2);
	table_put(builder, 16, 2);
	table_put(builder, 0, 4);
	table_put(builder, phys, 8);
}

struct acpi_bytes table_make_dmar(struct table_builder *builder)
{
	table_begin(builder, "DMAR", 1);
	table_put(builder, 38, 4);
	table_put(builder, 0, 8);
	table_put_unit(builder, 0, 0xfed90000);
	table_put_unit(builder, 1, 0xfed93000);
	table_put_unit(builder, 0, 0xfed91000);
	return table_end(builder);
}

static void table_put_iommu(struct table_builder *builder, uint8_t type, uint64_t address)
{
	table_put(builder, type, 1);
	table_put(builder, 0, 1);
	table_put(builder, 24, 2);
	table_put(builder, 0, 4);
	table_put(builder, address, 8);
	table_put(builder, 0, 8);
}

struct acpi_bytes table_make_ivrs(struct table_builder *builder)
{
	table_begin(builder, "IVRS", 2);
	table_put(builder, 0, 4);
	table_put(builder, 0, 8);
	table_put_iommu(builder, 0x10, 0xfeb80000);
	table_put_iommu(builder, 0x11, 0xfeb80000);
	table_put_iommu(builder, 0x20, 0xfeb90000);
	table_put_iommu(builder, 0x40, 0xfeba0000);
	table_put_iommu(builder, 0x40, 0xfeba0010);
	return table_end(builder);
}

static void table_put_step(struct table_builder *builder, uint8_t action, uint8_t space,
			   uint8_t width, uint64_t address)
{
	table_put(builder, action, 1);
	table_put(builder, 0x82, 1);
	table_put(builder, 0, 2);
	table_put(builder, space, 1);
	table_put(builder, 16, 1);
	table_put(builder, 11, 1);
	table_put(builder, width, 1);
	table_put(builder, address, 8);
	table_put(builder, 1, 4);
	table_put(builder, 3, 4);
}

/* A port, a register in memory, and three impossible registers. */
struct acpi_bytes table_make_wdat(struct table_builder *builder)
{
	table_begin(builder, "WDAT", 1);
	table_put(builder, 32, 4);
	table_put(builder, 0xff, 8);
	table_put(builder, 600, 4);
	table_put(builder, 1023, 4);
	table_put(builder, 4, 4);
	table_put(builder, 0x81, 4);
	table_put(builder, 5, 4);
	table_put_step(builder, 8, 1, 2, 0x468);
	table_put_step(builder, 9, 0, 3, 0xfed00008);
	table_put_step(builder, 11, 0, 3, 0xfed00009);
	table_put_step(builder, 11, 1, 4, 0x468);
	table_put_step(builder, 11, 2, 1, 0x468);
	return table_end(builder);
}
