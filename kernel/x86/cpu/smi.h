/* SPDX-License-Identifier: MIT */
/* System management interrupts, which run firmware unnoticed by the kernel. Only the counter here
 * shows them. */
#ifndef KERNEL_X86_CPU_SMI_H
#define KERNEL_X86_CPU_SMI_H

#include <stdint.h>

#include "kernel/machine/smi.h"

/* Detect the counter. Boot CPU, once. */
void smi_init(void);

/* The counter's MSR; 0 if absent. */
uint32_t smi_msr(void);

/* Let smi_count() leave out an SMI that this CPU is about to raise. */
void smi_expect(void);

#endif
