/* SPDX-License-Identifier: MIT */
/* What this machine's ACPI tables say, found and decoded once at boot. */
#ifndef KERNEL_DEV_ACPI_ACPI_H
#define KERNEL_DEV_ACPI_ACPI_H

#include "boot/boot_info.h"
#include "kernel/dev/acpi/parse.h"

/* Find and decode the tables. Boot CPU, after paging_init. What is missing or damaged is warned of
 * and stays absent. */
void acpi_init(const struct boot_info *info);

/* The decoded tables; NULL for one that the machine lacks. */
const struct acpi_madt *acpi_madt(void);
const struct acpi_fadt *acpi_fadt(void);
const struct acpi_hpet *acpi_hpet(void);
const struct acpi_mcfg *acpi_mcfg(void);
const struct acpi_soft_off *acpi_soft_off(void);

#endif
