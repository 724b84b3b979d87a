/* SPDX-License-Identifier: MIT */
/* Return to UEFI boot services that stayed resident. If they did not, the functions do nothing. */
#ifndef KERNEL_MACHINE_FIRMWARE_RETURN_H
#define KERNEL_MACHINE_FIRMWARE_RETURN_H

#include <stdbool.h>

#include "boot/boot_info.h"

/* Detect resident boot services, and add the loader's log to the console. Boot CPU, once, after
 * paging_init. */
void firmware_return_init(const struct boot_info *info);

bool firmware_is_resident(void);

/* Take a CPU that the firmware's MP services started. It enters entry_phys with argument_phys in
 * %rdi, on the firmware's page tables, interrupts off. Returns false if there is no such CPU with
 * that APIC ID. Boot CPU only. */
bool firmware_return_take_cpu(uint32_t apic_id, uint64_t entry_phys, uint64_t argument_phys);

/* Return to the firmware, so that the loader writes the log; has_failed is the run's result. Any
 * CPU, any state. Another CPU has the boot CPU do it, and does not return from here. On the boot
 * CPU this returns when the loader leaves the end of the run to the kernel: other CPUs gone,
 * interrupts off, and devices in the firmware's state except for the serial port. */
void firmware_return_all(bool has_failed);

/* After firmware_return_all: whether the log could not be written and only memory holds it; and
 * whether the machine must then stay on, whatever exit= says. */
bool firmware_return_is_unsaved(void);
bool firmware_return_must_stay_on(void);

#endif
