/* SPDX-License-Identifier: MIT */
/* What CPUID says of the TSC's frequency: statements, to be held against a measurement. */
#ifndef LIB_X86_TSC_CPUID_H
#define LIB_X86_TSC_CPUID_H

#include <stdint.h>

/* Each in ticks a second; 0 when CPUID says nothing. Intel SDM vol. 2A, "CPUID—CPU Identification",
 * "Time Stamp Counter and Nominal Core Crystal Clock Information Leaf" and "Processor Frequency
 * Information Leaf": the latter is a nominal figure. */
uint64_t tsc_hz_by_cpuid_15h(void);
uint64_t tsc_hz_by_cpuid_16h(void);

/* "Timing information", proposed by VMware and given by KVM too: EAX is the frequency in kHz. */
uint64_t tsc_hz_by_hypervisor(void);

/* The highest frequency of the core by the same leaf, nominal; 0 when it does not say. */
uint64_t core_hz_max_by_cpuid_16h(void);

#endif
