/* SPDX-License-Identifier: MIT */
/* The I/O APICs: how a device's interrupt gets to a CPU. */
#ifndef KERNEL_DEV_IOAPIC_H
#define KERNEL_DEV_IOAPIC_H

#include <stdbool.h>
#include <stdint.h>

enum ioapic_delivery {IOAPIC_FIXED, IOAPIC_NMI};

/* Map the I/O APICs that the ACPI tables name and mask all their inputs. After acpi_init. */
void ioapic_init(void);

/* Whether there is one. */
bool ioapic_exists(void);

/* Let an ISA interrupt come to the CPU with that APIC ID from now on, as vector, or as an NMI
 * whatever the vector. Returns -ENODEV if no I/O APIC has it, -EINVAL for an APIC ID above 254,
 * which an I/O APIC can't name. */
int ioapic_route_isa(unsigned irq, uint8_t vector, uint32_t apic_id, enum ioapic_delivery delivery);

/* Keep an ISA interrupt from coming. Returns -ENODEV if no I/O APIC has it. */
int ioapic_mask_isa(unsigned irq);

/* The same for a pin by its number among all (ACPI's global system interrupt), edge-triggered and
 * active high. */
int ioapic_route_pin(uint32_t gsi, uint8_t vector, uint32_t apic_id);
int ioapic_mask_pin(uint32_t gsi);

#endif
