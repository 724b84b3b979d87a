/* SPDX-License-Identifier: MIT */
/* The platform-level interrupt controller (PLIC), on machines without an IMSIC. A device's line
 * interrupts the boot CPU, and each such interrupt becomes a software interrupt, because that can
 * be turned off. RISC-V Platform-Level Interrupt Controller Specification. Boot CPU. */
#ifndef KERNEL_RISCV64_DEV_PLIC_H
#define KERNEL_RISCV64_DEV_PLIC_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* If the machine has the controller, mask all sources of the boot CPU, and test the serial port's.
 * Warns if its interrupt does not arrive. Not while boot services are resident, because nothing
 * restores the controller. Once, interrupts off, after timer_init and the serial port's set-up. */
void plic_init(void);

/* Let a source raise a device's vector. Before, silence makes the device release its line. Returns
 * false if interrupts of the controller do not arrive. */
bool plic_route(uint32_t source, uint8_t vector, void (*silence)(void));

/* Mask the vector's source, if it has one. */
void plic_mask(uint8_t vector);

/* Handle an external interrupt. Returns false without a controller. Traps are off. */
bool plic_dispatch(void);

#endif
