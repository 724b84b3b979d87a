/* SPDX-License-Identifier: MIT */
/* System management interrupts: firmware takes the CPU away, and only this counter shows it. */
#ifndef KERNEL_CPU_SMI_H
#define KERNEL_CPU_SMI_H

#include <stdint.h>

/* Find out whether there is a counter. Boot CPU, once. */
void smi_init(void);

/* The counter's MSR, or 0 where there is none. */
uint32_t smi_msr(void);

/* How many this CPU has had, modulo 2^32; 0 where there is no counter. */
uint32_t smi_count(void);

#endif
