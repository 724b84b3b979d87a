/* SPDX-License-Identifier: MIT */
/* Return to UEFI boot services that stayed resident. Without resident boot services, the functions
 * do nothing. */
#ifndef KERNEL_MACHINE_FIRMWARE_RETURN_H
#define KERNEL_MACHINE_FIRMWARE_RETURN_H

#include <stdbool.h>

#include "boot/boot_info.h"

/* Detect resident boot services, and add the loader's log to the console. Boot CPU, once, after
 * paging_init. */
void firmware_return_init(const struct boot_info *info);

bool firmware_is_resident(void);

/* Take a CPU that the firmware's MP services started. The CPU enters entry_phys with argument_phys
 * in %rdi, on the firmware's page tables, interrupts off. Returns false if the firmware started no
 * CPU with that APIC ID. Boot CPU only. */
bool firmware_return_take_cpu(uint32_t apic_id, uint64_t entry_phys, uint64_t argument_phys);

/* Return to the firmware, so that the loader writes the log; has_failed is the run's result. Any
 * CPU, any state. If another CPU calls this, the boot CPU returns to the firmware, and the call
 * does not return, except on aarch64 and riscv64 if the boot CPU does not notice the interrupt
 * within a second. On the boot CPU the call returns if the loader leaves the end of the run to the
 * kernel. Then other CPUs are gone, interrupts are off, and devices except for the serial port are
 * in the firmware's state. */
void firmware_return_all(bool has_failed);

/* After firmware_return_all: whether the log could not be written, so that only memory holds it,
 * and whether the machine must therefore stay on, whatever exit= says. */
bool firmware_return_is_unsaved(void);
bool firmware_return_must_stay_on(void);

#endif
