/* SPDX-License-Identifier: MIT */
/* The machine as something that is borrowed from the firmware: what may be used of it, and how
 * it is given back. Where the firmware is gone, or there was none, nothing here does anything. */
#ifndef KERNEL_DEV_FIRMWARE_RETURN_H
#define KERNEL_DEV_FIRMWARE_RETURN_H

#include <stdbool.h>

#include "boot/boot_info.h"

/* See whether it is, and let the log grow where the loader finds it. Boot CPU, once, after
 * paging_init. */
void firmware_return_init(const struct boot_info *info);

bool firmware_is_resident(void);

/* Take another CPU that the firmware's MP services brought: it comes to entry_phys with
 * argument_phys in %rdi, under the firmware's page tables, interrupts off. Returns false if they
 * brought none with that APIC ID. Boot CPU. */
bool firmware_return_take_cpu(uint32_t apic_id, uint64_t entry_phys, uint64_t argument_phys);

/* Give the machine back, for the firmware to write the log, with whether the run failed. Any
 * CPU, any state; another than the boot CPU has that one give it back, and does not return.
 * Returns when the loader is done and lets the kernel end the run its own way: the boot CPU
 * alone, interrupts off, devices as the firmware has them but the serial port. */
void firmware_return_all(bool has_failed);

/* Whether, that being over, the loader could not write the log: memory alone has it. */
bool firmware_return_is_unsaved(void);

#endif
