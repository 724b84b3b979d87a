/* SPDX-License-Identifier: MIT */
/* The machine's parts that only firmware knows, from the device tree or, without one, from the ACPI
 * tables. */
#ifndef KERNEL_AARCH64_DEV_PARTS_H
#define KERNEL_AARCH64_DEV_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "boot/boot_info.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/cpu.h"

enum psci_conduit {PSCI_NONE, PSCI_HVC, PSCI_SMC};

struct parts {
	uint64_t serial_phys;           /* of a PL011; 0: none */
	enum psci_conduit psci;
	struct acpi_gic gic;            /* version 0: no GIC. CPUs are in the order of firmware */
	uint32_t its_handle;            /* by which the device tree refers to the GIC's ITS */
	unsigned pci_space_count;
	struct acpi_mcfg pci_spaces[ACPI_MCFGS_MAX];
	uint64_t pci_window_phys, pci_window_bytes;     /* 0: firmware has given addresses to the
							 * BARs */
};

/* Read the device tree. Call before paging_init(), and again after it. */
void parts_init(const struct boot_info *info);

/* Find the ACPI tables. If there is no device tree, read the parts from them. Call after
 * paging_init(). */
void parts_init_acpi(const struct boot_info *info);

const struct parts *parts(void);

/* The number by which the GIC's ITS knows a PCI function with that requester ID. Returns false if
 * firmware states none. */
bool parts_message_device(uint32_t requester, uint32_t *device_id);

/* "device tree" or "ACPI tables", for messages. */
const char *parts_source(void);

#endif
