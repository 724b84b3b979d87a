/* SPDX-License-Identifier: MIT */
/* The TSC's frequency according to CPUID, to compare with measurements. */
#ifndef LIB_X86_TSC_CPUID_H
#define LIB_X86_TSC_CPUID_H

#include <stdint.h>

/* The frequency in ticks per second, by each leaf. 0 if CPUID has no data. Intel SDM vol. 2A,
 * "CPUID—CPU Identification", "Time Stamp Counter and Nominal Core Crystal Clock Information Leaf"
 * and "Processor Frequency Information Leaf"; the latter is nominal. */
uint64_t tsc_hz_by_cpuid_15h(void);
uint64_t tsc_hz_by_cpuid_16h(void);

/* The frequency from the leaf "Timing information", which VMware proposed and KVM also provides.
 * EAX is the frequency in kHz. */
uint64_t tsc_hz_by_hypervisor(void);

#endif
