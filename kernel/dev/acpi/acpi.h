/* SPDX-License-Identifier: MIT */
/* The machine's ACPI tables, decoded once at boot. */
#ifndef KERNEL_DEV_ACPI_ACPI_H
#define KERNEL_DEV_ACPI_ACPI_H

#include "boot/boot_info.h"
#include "kernel/dev/acpi/parse.h"
#include "kernel/dev/acpi/parse_nodes.h"

/* Find and decode the tables. Warns without a root pointer, and about damaged tables, which it
 * omits. Boot CPU, after paging_init. */
void acpi_init(const struct boot_info *info);

/* A table that exists for one kind of processor only. Its size is 0 if it is absent or damaged.
 * After acpi_init(). */
struct acpi_bytes acpi_find_table(const char *signature);

/* Decoded tables; NULL if absent. */
const struct acpi_madt *acpi_madt(void);
const struct acpi_gic *acpi_gic(void);
const struct acpi_fadt *acpi_fadt(void);
const struct acpi_hpet *acpi_hpet(void);
const struct acpi_soft_off *acpi_soft_off(void);
const struct acpi_nodes *acpi_nodes(void);

/* The UID of the Arm CPU with this affinity (lib/cpu/affinity.h). Returns false if the tables lack
 * the CPU. */
bool acpi_cpu_uid(uint32_t hardware_id, uint32_t *uid);

/* The place of the CPU with this UID, or of the Arm CPU with this affinity. NULL unless firmware
 * states the place of every CPU. */
const struct acpi_place *acpi_place_of_uid(uint32_t uid);
const struct acpi_place *acpi_place(uint32_t hardware_id);

/* Configuration spaces of PCI segments, in the order of the table. */
#define ACPI_MCFGS_MAX 16
const struct acpi_mcfg *acpi_mcfgs(unsigned *count);

/* Addresses of DMA remapping units: Intel's VT-d or AMD's IOMMUs. */
#define ACPI_REMAPPING_UNITS_MAX 16
const uint64_t *acpi_remapping_units(unsigned *count, bool *is_amd);

/* Steps of the watchdog timer of the table WDAT. */
#define ACPI_WATCHDOG_STEPS_MAX 32
const struct acpi_watchdog_step *acpi_watchdog(unsigned *count);

/* Serial ports that firmware names. The port of firmware's own console comes first. */
#define ACPI_CONSOLES_MAX 8
const struct acpi_console *acpi_consoles(unsigned *count);

#endif
