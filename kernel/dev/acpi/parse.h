/* SPDX-License-Identifier: MIT */
/* Decoding ACPI tables: pure functions on bytes, which tests feed with good and broken tables.
 * Firmware is not trusted: nothing outside the bytes given is read, every loop advances, and a
 * field beyond a table's end reads as zero, which is also what the specification gives a field that
 * an older table lacks. Sections are those of the ACPI Specification 6.5. */
#ifndef KERNEL_DEV_ACPI_PARSE_H
#define KERNEL_DEV_ACPI_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/cpu/cpu.h"

#define ACPI_HEADER_BYTES 36
#define ACPI_TABLE_BYTES_MAX (4u << 20)
#define ACPI_RSDP_BYTES 36
#define ACPI_TABLES_MAX 256
#define ACPI_IOAPICS_MAX 16
#define ACPI_HPET_BYTES 0x400            /* of registers */
#define ACPI_MCFG_BUS_BYTES 0x100000u    /* of configuration space, a bus */
#define ISA_IRQS 16

struct acpi_bytes {
	const uint8_t *data;
	size_t size;
};

/* Where the tables are listed. */
struct acpi_root {
	uint64_t table_phys;
	unsigned entry_bytes;           /* 4 in an RSDT, 8 in an XSDT */
};

struct acpi_ioapic {
	uint64_t phys;
	uint32_t gsi_base;              /* global system interrupt of its first pin */
};

/* How an ISA interrupt reaches the IOAPICs. */
struct acpi_isa_route {
	uint32_t gsi;
	bool active_low, level;
};

struct acpi_madt {
	uint64_t lapic_phys;
	uint32_t cpu_count;             /* enabled ones, each APIC ID once */
	uint32_t cpus_dropped;          /* enabled ones that did not fit below */
	uint32_t cpu_apic_ids[CPUS_MAX];
	uint32_t ioapic_count;
	struct acpi_ioapic ioapics[ACPI_IOAPICS_MAX];
	struct acpi_isa_route isa[ISA_IRQS];
};

/* A port is 0 when there is no such register, or it is not in I/O space, where all PCs have
 * them. */
struct acpi_fadt {
	uint64_t dsdt_phys;
	uint16_t pm_timer_port;
	bool pm_timer_32_bits;          /* else 24 */
	uint16_t pm1a_control_port, pm1b_control_port;
	uint16_t smi_command_port;      /* 0: the machine is in ACPI mode always */
	uint8_t acpi_enable;            /* written to it, takes the machine there */
	uint16_t reset_port;
	uint8_t reset_value;
	bool has_8042;
	bool has_rtc;
	uint8_t rtc_day_alarm, rtc_month_alarm; /* registers of its alarm; 0: there is none */
};

struct acpi_hpet {
	uint64_t phys;
};

/* Where the configuration space of PCI's first segment is in memory, a MiB a bus: phys is where bus
 * 0 would be. */
struct acpi_mcfg {
	uint64_t phys;
	uint8_t first_bus, last_bus;
};

/* What to write into the sleep type fields of PM1a and PM1b control for soft off. */
struct acpi_soft_off {
	uint8_t type_a, type_b;
};

/* The little-endian number of size bytes (1, 2, 4 or 8) at offset; 0 if it is not all there. */
uint64_t acpi_field(struct acpi_bytes bytes, size_t offset, size_t size);

/* Whether the bytes' sum is 0 modulo 256. */
bool acpi_sum_is_zero(struct acpi_bytes bytes);

/* Decode a root pointer, of which size bytes can be seen. Returns false if it is none, or damaged.
 * "Root System Description Pointer (RSDP)". */
bool acpi_parse_rsdp(struct acpi_bytes bytes, struct acpi_root *root);

/* Offset of the first good root pointer in a memory area, or -1. It is at a multiple of 16. */
long acpi_find_rsdp(struct acpi_bytes area);

/* The length a table's header claims, or 0 when no table could have it. */
size_t acpi_table_length(struct acpi_bytes header);

/* Whether the bytes begin with a table's signature of four characters. */
bool acpi_has_signature(struct acpi_bytes table, const char *signature);

/* Whether the bytes are a whole table with that signature (NULL: any) and a good checksum. */
bool acpi_table_is_good(struct acpi_bytes table, const char *signature);

/* How many tables a root table lists, and the address of one of them. */
size_t acpi_root_count(struct acpi_bytes root_table, unsigned entry_bytes);
uint64_t acpi_root_entry(struct acpi_bytes root_table, unsigned entry_bytes, size_t index);

/* Decode whole tables, already checked by acpi_table_is_good. */
void acpi_parse_madt(struct acpi_bytes table, struct acpi_madt *madt);
void acpi_parse_fadt(struct acpi_bytes table, struct acpi_fadt *fadt);

/* Returns false if the timer is not in memory. */
bool acpi_parse_hpet(struct acpi_bytes table, struct acpi_hpet *hpet);

/* Returns false if the first segment's is not among what it lists, or makes no sense. PCI Firmware
 * Specification 3.3, "MCFG Table Description". */
bool acpi_parse_mcfg(struct acpi_bytes table, struct acpi_mcfg *mcfg);

/* Find the \_S5_ package in the byte code of a DSDT or SSDT. Returns false if it is not there in a
 * usual form. */
bool acpi_parse_soft_off(struct acpi_bytes table, struct acpi_soft_off *soft_off);

#endif
