/* SPDX-License-Identifier: MIT */
/* The translation service of messages (ITS) of a GICv3: a device's message becomes an interrupt of
 * the boot CPU, a locality-specific peripheral interrupt (LPI). Arm Generic Interrupt Controller
 * Architecture Specification, versions 3 and 4 (IHI 0069), "Locality-specific Peripheral Interrupts
 * and the ITS". Boot CPU. */
#ifndef KERNEL_AARCH64_DEV_ITS_H
#define KERNEL_AARCH64_DEV_ITS_H

#include <stdbool.h>
#include <stdint.h>

/* If the machine has the service, set it up, and test an interrupt by command. Warns about what
 * does not work. Not while boot services are resident, because LPIs cannot be turned off again.
 * Once, interrupts off, after gic_init. */
void its_init(void);

/* Let messages of a device raise a device's vector until its_mask(). requester is that of
 * machine_pci_message(). Returns the address to which the device writes 0, or 0 if that is not
 * possible. */
uint64_t its_route(uint8_t vector, uint32_t requester);
void its_mask(uint8_t vector);

#endif
