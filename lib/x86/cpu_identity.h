/* SPDX-License-Identifier: MIT */
/* Vendor and model of this CPU, from CPUID. */
#ifndef LIB_X86_CPU_IDENTITY_H
#define LIB_X86_CPU_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpu_identity {
	char vendor[13];
	char brand[49];         /* empty if CPUID has none */
	uint32_t family, model, stepping;       /* as displayed: with extended fields */
};

/* Intel SDM vol. 2A, "CPUID—CPU Identification", leaves 0, 1 and 80000002h to 80000004h. */
void cpu_identity_read(struct cpu_identity *identity);

#define CPU_HYPERVISOR_CHARS 13

/* The hypervisor's signature; empty on bare metal or if it hides. "CPUID Hypervisor Interface",
 * Linux Documentation/virt/kvm/x86/cpuid: EBX, ECX and EDX of the base leaf. */
void cpu_hypervisor_read(char signature[CPU_HYPERVISOR_CHARS]);

/* Whether AMD's manuals apply to this CPU. */
bool cpu_identity_is_amd(const struct cpu_identity *identity);

/* This CPU's features of CPUID_FEATURES, comma-separated, truncated to size. */
void cpu_identity_features(char *text, size_t size);

#endif
