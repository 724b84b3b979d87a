/* SPDX-License-Identifier: MIT */
/* Model-specific registers. These wrappers fault (#GP) if the CPU lacks the register; the kernel's
 * probe_rdmsr and probe_wrmsr do not. Intel SDM vol. 4, "Model-Specific Registers". */
#ifndef LIB_X86_MSR_H
#define LIB_X86_MSR_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/cpuid.h"

#define MSR_APIC_BASE 0x1bu
#define APIC_BASE_BOOTSTRAP (1u << 8)   /* this CPU starts the machine */
#define APIC_BASE_ADDRESS 0x000ffffffffff000ull
#define MSR_SMI_COUNT 0x34u
#define MSR_SPEC_CTRL 0x48u
#define SPEC_CTRL_IBRS (1u << 0)
#define MSR_PRED_CMD 0x49u
#define PRED_CMD_IBPB (1u << 0)
#define MSR_MICROCODE 0x8bu             /* IA32_BIOS_SIGN_ID */
#define MSR_MPERF 0xe7u
#define MSR_APERF 0xe8u
#define MSR_DEBUGCTL 0x1d9u
#define MSR_RTIT_CTL 0x570u             /* Intel Processor Trace */
#define MSR_LBR_CTL 0x14ceu             /* architectural last branch records */
#define MSR_TSC_DEADLINE 0x6e0u
#define MSR_X2APIC_BASE 0x800u
#define MSR_SYSENTER_CS 0x174u
#define MSR_SYSENTER_ESP 0x175u
#define MSR_SYSENTER_EIP 0x176u
#define MSR_EFER 0xc0000080u
#define MSR_STAR 0xc0000081u
#define MSR_LSTAR 0xc0000082u
#define MSR_SFMASK 0xc0000084u
#define MSR_FS_BASE 0xc0000100u
#define MSR_GS_BASE 0xc0000101u
#define MSR_KERNEL_GS_BASE 0xc0000102u
#define MSR_AMD_DE_CFG 0xc0011029u      /* AMD APM vol. 2, "Speculation Control": LFENCE bit */

static inline __attribute__((always_inline)) uint64_t rdmsr(uint32_t msr)
{
	uint32_t low, high;

	__asm__ volatile("rdmsr" : "=a"(low), "=d"(high) : "c"(msr) : "memory");
	return (uint64_t)high << 32 | low;
}

static inline __attribute__((always_inline)) void wrmsr(uint32_t msr, uint64_t value)
{
	__asm__ volatile("wrmsr" : : "c"(msr), "a"((uint32_t)value), "d"((uint32_t)(value >> 32))
			 : "memory");
}

/* See lib/cpu/interrupts.h. */
static inline __attribute__((always_inline)) uint64_t cpu_read_counter(uint32_t number)
{
	return rdmsr(number);
}

static inline bool cpu_has_monitor(void)
{
	return cpu_has(FEATURE_MONITOR);
}

static inline __attribute__((always_inline)) uint64_t cpu_data(void)
{
	return rdmsr(MSR_GS_BASE);
}

#endif
