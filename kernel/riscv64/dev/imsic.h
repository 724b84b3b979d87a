/* SPDX-License-Identifier: MIT */
/* The incoming message controller (IMSIC), by which devices interrupt the boot CPU: they write a
 * number to a page of it. An interrupt becomes a software interrupt, which can be turned off.
 * RISC-V Advanced Interrupt Architecture, "Incoming MSI Controller (IMSIC)". Boot CPU. */
#ifndef KERNEL_RISCV64_DEV_IMSIC_H
#define KERNEL_RISCV64_DEV_IMSIC_H

#include <stdbool.h>
#include <stdint.h>

/* If the machine has the controller, set it up, and test a message. Warns if that does not arrive.
 * Once, interrupts off, after timer_init. */
void imsic_init(void);

/* Deliver a message of the vector's number, or mask it. Returns false if messages do not arrive or
 * the vector is not a device's. */
bool imsic_route(uint8_t vector);
void imsic_mask(uint8_t vector);

/* The number that a device writes to raise the vector. */
uint32_t imsic_number(uint8_t vector);

/* Restore the registers that imsic_init() has saved, and count the values, and those that then
 * differ. Interrupts off. */
void imsic_restore(uint32_t *values, uint32_t *differences);

#endif
