/* SPDX-License-Identifier: MIT */
/* Interrupts that run firmware unnoticed by the kernel: system management interrupts of x86-64. */
#ifndef KERNEL_MACHINE_SMI_H
#define KERNEL_MACHINE_SMI_H

#include <stdint.h>

/* The number of SMIs of this CPU modulo 2^32, without those that it raised on purpose; 0 if no
 * counter shows them. */
uint32_t smi_count(void);

#endif
