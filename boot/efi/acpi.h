/* SPDX-License-Identifier: MIT */
/* Finds the ACPI devices whose state the loader saves. Reads memory only. */
#ifndef BOOT_EFI_ACPI_H
#define BOOT_EFI_ACPI_H

#include <stdint.h>

#define EFI_ACPI_IOAPICS_MAX 8

struct efi_acpi {
	uint32_t ioapic_count;
	uint64_t ioapics_phys[EFI_ACPI_IOAPICS_MAX];
	uint64_t hpet_phys;             /* 0: no HPET */
	uint32_t cpu_count;             /* enabled CPUs in the MADT; 0: no MADT */
	uint8_t rtc_day_alarm, rtc_month_alarm;         /* register numbers; 0: absent */
};

/* Read the tables of the root pointer at rsdp_phys (0: none). Damaged tables are skipped. */
void efi_acpi_read(uint64_t rsdp_phys, struct efi_acpi *acpi);

#endif
