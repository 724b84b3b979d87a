/* SPDX-License-Identifier: MIT */
/* Decoders of ACPI tables. No hardware access; tests pass valid and damaged tables. Firmware is not
 * trusted: the decoders read only the given bytes, and every loop advances. A field beyond a
 * table's end reads as zero, as the specification requires for fields that older tables lack.
 * Sections are those of the ACPI Specification 6.5. */
#ifndef KERNEL_DEV_ACPI_PARSE_H
#define KERNEL_DEV_ACPI_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine/cpu.h"

#define ACPI_HEADER_BYTES 36
#define ACPI_TABLE_BYTES_MAX (4u << 20)
#define ACPI_RSDP_BYTES 36
#define ACPI_TABLES_MAX 1024
#define ACPI_IOAPICS_MAX 16
#define ACPI_HPET_BYTES 0x400            /* of registers */
#define ACPI_MCFG_BUS_BYTES 0x100000u    /* configuration space of a bus */
#define ISA_IRQS 16

struct acpi_bytes {
	const uint8_t *data;
	size_t size;
};

/* Locations of the root tables; 0 if absent. The XSDT is preferred. */
struct acpi_root {
	uint64_t xsdt_phys, rsdt_phys;
};

/* A root table: addresses of tables, of entry_bytes each. */
#define ACPI_XSDT_ENTRY_BYTES 8
#define ACPI_RSDT_ENTRY_BYTES 4

struct acpi_ioapic {
	uint64_t phys;
	uint32_t gsi_base;              /* first global system interrupt */
};

/* Route of an ISA interrupt to the I/O APICs. */
struct acpi_isa_route {
	uint32_t gsi;
	bool active_low, level;
};

struct acpi_madt {
	uint64_t lapic_phys;
	uint32_t cpu_count;             /* enabled CPUs, each APIC ID once */
	uint32_t cpus_dropped;          /* enabled CPUs beyond CPUS_MAX */
	uint32_t cpu_apic_ids[CPUS_MAX];
	uint32_t ioapic_count;
	struct acpi_ioapic ioapics[ACPI_IOAPICS_MAX];
	struct acpi_isa_route isa[ISA_IRQS];
};

/* Arm's generic interrupt controller (GIC), and the CPUs that it interrupts. */
#define ACPI_REDISTRIBUTORS_MAX CPUS_MAX

struct acpi_redistributors {
	uint64_t phys, size_bytes;
};

struct acpi_gic {
	unsigned version;               /* 2 or 3; 3 stands also for version 4 */
	uint64_t distributor_phys;
	uint64_t interface_phys;        /* of a CPU, in version 2 */
	unsigned redistributor_ranges;  /* in version 3 */
	struct acpi_redistributors redistributors[ACPI_REDISTRIBUTORS_MAX];
	uint32_t virtual_timer;         /* interrupt of the virtual timer; 0: not stated */
	uint64_t message_frame_phys;    /* frame of messages (MSI), in version 2; 0: none */
	uint64_t its_phys;              /* translation service of messages (ITS), in version 3; 0:
					 * none */
	uint32_t its_id;                /* by which the IORT names the service */
	uint32_t cpu_count;             /* enabled CPUs */
	uint32_t cpus_dropped;          /* enabled CPUs beyond CPUS_MAX */
	uint32_t cpu_ids[CPUS_MAX];     /* affinity: lib/cpu/affinity.h */
	uint32_t cpu_uids[CPUS_MAX];    /* numbers by which the SRAT names these CPUs */
};

/* Where each CPU is. IDs of cores and of packages are unique in the machine. */
struct acpi_place {
	uint32_t uid;                   /* of the CPU, as in struct acpi_gic */
	uint32_t core, package;
};

struct acpi_places {
	unsigned count;
	struct acpi_place places[CPUS_MAX];
};

/* An 8-bit register; address 0: absent. */
struct acpi_register {
	uint64_t address;               /* a port, or a physical address */
	bool is_port;
};

/* A port is 0 if the register is absent or outside of I/O space, where every PC has it. */
struct acpi_fadt {
	uint64_t dsdt_phys;
	uint16_t pm_timer_port;
	bool pm_timer_32_bits;          /* false: 24 bits */
	uint16_t pm1a_control_port, pm1b_control_port;
	bool is_hardware_reduced;       /* the machine lacks the PM1 registers */
	struct acpi_register sleep_control, sleep_status;       /* then used instead of them */
	uint16_t smi_command_port;      /* 0: always in ACPI mode */
	uint8_t acpi_enable;            /* command that enables ACPI mode */
	struct acpi_register reset;
	uint8_t reset_value;
	bool has_8042;
	bool has_rtc;
	uint8_t rtc_day_alarm, rtc_month_alarm; /* alarm registers; 0: absent */
	uint8_t rtc_century;            /* register of the century; 0: absent */
	bool has_psci, psci_uses_hvc;   /* on Arm: PSCI exists, and is called by HVC instead of
					 * SMC */
};

struct acpi_hpet {
	uint64_t phys;
};

/* Memory-mapped configuration space of buses of a PCI segment. phys is the address of bus 0. */
struct acpi_mcfg {
	uint64_t phys;
	uint16_t segment;
	uint8_t first_bus, last_bus;
};

/* A serial port with the registers of a 16550, or of ARM's PL011. */
struct acpi_console {
	uint64_t address;               /* a port, or a physical address */
	bool is_port, is_pl011;
	bool is_redirection;            /* the console of the firmware itself, from the SPCR */
	uint8_t register_bytes;         /* distance from one register to the next */
	uint8_t access_bytes;           /* width of an access: 1, 2 or 4 */
	uint32_t interrupt;             /* global system interrupt; 0: not stated */
};

/* Values of the sleep type fields of PM1a and PM1b control for soft off. */
struct acpi_soft_off {
	uint8_t type_a, type_b;
};

/* Little-endian number of size bytes (1, 2, 4 or 8) at offset; 0 if it extends beyond the end. */
uint64_t acpi_field(struct acpi_bytes bytes, size_t offset, size_t size);

/* Get the structure of a MADT, SRAT or PPTT at *offset, and advance *offset to the next structure.
 * Returns false at the end of the table, and if the structure's length is damaged. */
bool acpi_next_structure(struct acpi_bytes table, size_t *offset, struct acpi_bytes *structure);

/* Whether the bytes sum to 0 modulo 256. */
bool acpi_sum_is_zero(struct acpi_bytes bytes);

/* Decode a root pointer from size readable bytes. Returns false if it is invalid. "Root System
 * Description Pointer (RSDP)". */
bool acpi_parse_rsdp(struct acpi_bytes bytes, struct acpi_root *root);

/* Offset of the first valid root pointer at a multiple of 16 in a memory area, or -1. */
long acpi_find_rsdp(struct acpi_bytes area);

/* Length that a table's header states; 0 if impossible. */
size_t acpi_table_length(struct acpi_bytes header);

/* Whether the bytes begin with a signature of four characters. */
bool acpi_has_signature(struct acpi_bytes table, const char *signature);

/* Whether the bytes are a whole table with that signature (NULL: any) and a valid checksum. */
bool acpi_table_is_good(struct acpi_bytes table, const char *signature);

/* Number of tables in a root table, and the address of one. */
size_t acpi_root_count(struct acpi_bytes root_table, unsigned entry_bytes);
uint64_t acpi_root_entry(struct acpi_bytes root_table, unsigned entry_bytes, size_t index);

/* Decode tables that passed acpi_table_is_good. */
void acpi_parse_madt(struct acpi_bytes table, struct acpi_madt *madt);
void acpi_parse_fadt(struct acpi_bytes table, struct acpi_fadt *fadt);

/* acpi_parse_gic() decodes the interrupt controller of a MADT, and returns false without one.
 * acpi_parse_gtdt() returns the interrupt of the virtual timer that a GTDT states, or 0. */
bool acpi_parse_gic(struct acpi_bytes table, struct acpi_gic *gic);
uint32_t acpi_parse_gtdt(struct acpi_bytes table);

/* The number by which the ITS with that ID knows a PCI function of segment 0 with that requester
 * ID, through an SMMU if one is between. Returns false if the IORT states no way from the function
 * to the ITS. Arm, "IO Remapping Table" (DEN 0049). */
bool acpi_parse_iort(struct acpi_bytes table, uint32_t requester, uint32_t its_id,
		     uint32_t *device_id);

/* Decode the places of CPUs in a PPTT. If the table does not state the place of each CPU, or is
 * older than ACPI 6.3, returns false, and the places must not be used. */
bool acpi_parse_pptt(struct acpi_bytes table, struct acpi_places *places);

/* Decode an HPET table. Returns false if the timer's registers are not in memory. */
bool acpi_parse_hpet(struct acpi_bytes table, struct acpi_hpet *hpet);

/* Decode at most room valid entries. Returns their number. PCI Firmware Specification 3.3, "MCFG
 * Table Description". */
unsigned acpi_parse_mcfg(struct acpi_bytes table, struct acpi_mcfg *mcfgs, unsigned room);

/* Decode the serial port of an SPCR, or at most room serial ports of a DBG2 table. Ports of other
 * kinds, or with an impossible address, are omitted. */
bool acpi_parse_spcr(struct acpi_bytes table, struct acpi_console *console);
unsigned acpi_parse_dbg2(struct acpi_bytes table, struct acpi_console *consoles, unsigned room);

/* Decode the addresses of at most room DMA remapping units of a DMAR table (Intel) or an IVRS table
 * (AMD). Returns their number. */
unsigned acpi_parse_dmar(struct acpi_bytes table, uint64_t *units_phys, unsigned room);
unsigned acpi_parse_ivrs(struct acpi_bytes table, uint64_t *units_phys, unsigned room);

/* One register access of an action of a watchdog timer. */
struct acpi_watchdog_step {
	uint8_t action, instruction;
	uint64_t address;               /* a port, or a physical address */
	bool is_port;
	uint8_t bytes;                  /* width of the access: 1, 2 or 4 */
	uint8_t shift;                  /* position of the first bit */
	uint32_t value, mask;
};

/* Decode at most room steps of a WDAT table. Returns their number; 0 if the timer is disabled.
 * Steps with an impossible register are omitted. */
unsigned acpi_parse_wdat(struct acpi_bytes table, struct acpi_watchdog_step *steps, unsigned room);

/* Find the \_S5_ package in the byte code of a DSDT or SSDT. Returns false if there is none in a
 * common form. */
bool acpi_parse_soft_off(struct acpi_bytes table, struct acpi_soft_off *soft_off);

#endif
