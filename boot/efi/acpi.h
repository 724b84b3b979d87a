/* SPDX-License-Identifier: MIT */
/* Where ACPI's tables say that devices are whose state has to be kept. Pure: reads memory alone. */
#ifndef BOOT_EFI_ACPI_H
#define BOOT_EFI_ACPI_H

#include <stdint.h>

#define EFI_ACPI_IOAPICS_MAX 8

struct efi_acpi {
	uint32_t ioapic_count;
	uint64_t ioapics_phys[EFI_ACPI_IOAPICS_MAX];
	uint64_t hpet_phys;             /* 0: none */
	uint32_t cpu_count;             /* that are enabled, by the MADT; 0: no table */
	uint8_t rtc_day_alarm, rtc_month_alarm;         /* registers; 0: not there */
};

/* Read the tables that the root pointer at rsdp_phys (0: none) leads to; what is damaged is passed
 * over. */
void efi_acpi_read(uint64_t rsdp_phys, struct efi_acpi *acpi);

#endif
