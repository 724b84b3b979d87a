/* SPDX-License-Identifier: MIT */
/* The incoming message controller (IMSIC). A device interrupts the boot CPU by writing a number to
 * a page of the controller. Each such interrupt becomes a software interrupt, because that can be
 * turned off. RISC-V Advanced Interrupt Architecture, "Incoming MSI Controller (IMSIC)". Boot
 * CPU. */
#ifndef KERNEL_RISCV64_DEV_IMSIC_H
#define KERNEL_RISCV64_DEV_IMSIC_H

#include <stdbool.h>
#include <stdint.h>

/* If the machine has the controller, set it up, and test a message. Warns if the message does not
 * arrive. Once, interrupts off, after timer_init. */
void imsic_init(void);

/* Deliver messages with the vector's number, or mask them. Returns false if messages do not arrive
 * or the vector is not a device's. */
bool imsic_route(uint8_t vector);
void imsic_mask(uint8_t vector);

/* The number that a device writes to raise the vector. */
uint32_t imsic_number(uint8_t vector);

/* Restore the registers that imsic_init() has saved. Count the values, and the values that differ
 * afterwards. Interrupts off. */
void imsic_restore(uint32_t *values, uint32_t *differences);

#endif
