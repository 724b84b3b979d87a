/* SPDX-License-Identifier: MIT */
/* The machine's parts that only firmware knows, from the device tree or, without one, from the ACPI
 * tables. */
#ifndef KERNEL_RISCV64_DEV_PARTS_H
#define KERNEL_RISCV64_DEV_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "boot/boot_info.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/cpu.h"
#include "kernel/riscv64/dev/tree_lines.h"

struct parts {
	uint64_t serial_phys;           /* of a 16550; 0: none */
	uint32_t serial_register_bytes; /* distance from one register to the next */
	uint32_t time_hz;               /* frequency of `time`; 0: unknown */
	const char *isa;                /* of the first CPU; NULL: none */
	uint32_t cpu_count;
	uint32_t cpu_ids[CPUS_MAX];     /* numbers of the harts, in the order of firmware */
	struct acpi_mcfg pci_space;     /* with phys 0: none */
	uint64_t pci_window_phys, pci_window_bytes;
	uint32_t serial_source;         /* number of the port's interrupt at the PLIC; 0: unknown */
	struct plic plic;
	uint64_t messages_phys;         /* where devices write messages for the boot CPU; 0:
					 * none */
};

/* Read the device tree. Call before paging_init(), and again after it. */
void parts_init(const struct boot_info *info);

/* Find the ACPI tables. If there is no device tree, read the parts from them. Call after
 * paging_init(). */
void parts_init_acpi(const struct boot_info *info);

const struct parts *parts(void);

/* The number by which ACPI tables name a hart. Returns false if they do not name it. */
bool parts_cpu_uid(uint32_t hart, uint32_t *uid);

#endif
