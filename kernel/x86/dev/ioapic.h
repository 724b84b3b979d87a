/* SPDX-License-Identifier: MIT */
/* The I/O APICs, which route device interrupts to CPUs. */
#ifndef KERNEL_X86_DEV_IOAPIC_H
#define KERNEL_X86_DEV_IOAPIC_H

#include <stdbool.h>
#include <stdint.h>

enum ioapic_delivery {IOAPIC_FIXED, IOAPIC_NMI};

/* Map the I/O APICs of the ACPI tables and mask all their inputs. After acpi_init. */
void ioapic_init(void);

/* Whether there is an I/O APIC. */
bool ioapic_exists(void);

/* The register of the first I/O APIC that selects its other registers; NULL without an I/O APIC. */
volatile uint32_t *ioapic_select_register(void);

/* Route an ISA interrupt to the CPU with that APIC ID, as vector or as an NMI. Returns 0, -ENODEV
 * if no I/O APIC has the interrupt, or -EINVAL for an APIC ID above 254, which an I/O APIC cannot
 * address. */
int ioapic_route_isa(unsigned irq, uint8_t vector, uint32_t apic_id, enum ioapic_delivery delivery);

/* Mask an ISA interrupt. Returns 0, or -ENODEV if no I/O APIC has the interrupt. */
int ioapic_mask_isa(unsigned irq);

/* Like ioapic_route_isa(), for an ACPI global system interrupt, edge-triggered and active high. */
int ioapic_route_pin(uint32_t gsi, uint8_t vector, uint32_t apic_id);
int ioapic_mask_pin(uint32_t gsi);

#endif
