/* SPDX-License-Identifier: MIT */
/* The interrupt controller, version 2 or 3: its set-up, tests, and routing of devices' interrupts.
 * Arm Generic Interrupt Controller Architecture Specification. */
#ifndef KERNEL_AARCH64_DEV_GIC_H
#define KERNEL_AARCH64_DEV_GIC_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/aarch64/dev/gic_access.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"

struct trap_frame;

/* Find the controller, set it and the boot CPU's interface up with all interrupts masked, and test
 * an SGI to this CPU and the timer. Warns about what does not work. If firmware stays, saves the
 * controller's state for gic_restore(). Once, interrupts off, after clock_init. */
void gic_init(bool firmware_stays);

/* Set up the interface of an application CPU. Interrupts off. Returns -ENODEV if the CPU has no
 * redistributor. */
int gic_init_this_cpu(void);

/* Before an application CPU is switched off, give its interface back as gic_init_this_cpu() found
 * it, because the next system may rely on it. Interrupts off. */
void gic_leave_this_cpu(void);

/* Deliver an interrupt (INTID) of a device or of this CPU to this CPU as vector, and unmask it; or
 * mask it. A handler of a level-triggered interrupt must silence the device before it
 * acknowledges. */
void gic_route(uint32_t intid, uint8_t vector);
void gic_mask(uint32_t intid);

/* Deliver a message's interrupt (LPI) as vector; 0: as an unexpected interrupt. The first
 * GIC_MESSAGES numbers from GIC_MESSAGE_FIRST may be used. The dispatch looks at ten bits of a
 * number, and these are the bits of numbers above all but the last devices' numbers. */
#define GIC_MESSAGE_FIRST (8192u + 1000u)
#define GIC_MESSAGES 20u
void gic_name_message(uint32_t lpi, uint8_t vector);

/* The address of this CPU's redistributor, in version 3. */
uint64_t gic_redistributor_phys(void);

/* Like gic_route(), for an edge-triggered interrupt. */
void gic_route_edge(uint32_t intid, uint8_t vector);

/* Enable a private interrupt of this CPU as a fast interrupt, which only handlers mask. Returns
 * false without a controller, or if firmware at EL3 keeps fast interrupts to itself. */
bool gic_route_fast(uint32_t intid);

/* Send a fast interrupt to a CPU that called gic_route_fast(GIC_FAST_SGI), as VECTOR_NMI. */
#define GIC_FAST_SGI 15
void gic_send_fast(uint32_t hardware_id);

/* The value by which gic_send() sends SGI vector to a CPU. The CPU must have been set up. */
uint64_t gic_sgi_to(uint32_t hardware_id, uint8_t vector);

/* Restore the registers that gic_init(true) has saved, and end what is in service on this CPU.
 * Count the values, and the values that differ afterwards. Boot CPU, interrupts off. */
void gic_restore(uint32_t *values, uint32_t *differences);

/* The distributor's identification, without side effects; NULL without a controller. */
const volatile uint32_t *gic_id_register(void);

/* Called by vectors.S for each interrupt and fast interrupt. */
void gic_dispatch(struct trap_frame *frame);
void gic_dispatch_fast(struct trap_frame *frame);

/* End the interrupts in service on this CPU, and handle pending ones. Interrupts off. */
void gic_settle(void);

#endif
