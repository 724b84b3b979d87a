/* SPDX-License-Identifier: MIT */
/* Finds out what the machine runs on. */
#ifndef KERNEL_MACHINE_HYPERVISOR_H
#define KERNEL_MACHINE_HYPERVISOR_H

#include "lib/cpu/identity.h"

/* The signature of the hypervisor or emulator. It is empty if none shows itself. After
 * machine_start_cpu. */
void machine_read_hypervisor(char signature[CPU_HYPERVISOR_CHARS]);

#endif
