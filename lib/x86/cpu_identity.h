/* SPDX-License-Identifier: MIT */
/* Who made this CPU and what it is called, by CPUID. */
#ifndef LIB_X86_CPU_IDENTITY_H
#define LIB_X86_CPU_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cpu_identity {
	char vendor[13];
	char brand[49];         /* empty when CPUID has none */
	uint32_t family, model, stepping;       /* as displayed: extended fields added in */
};

/* Intel SDM vol. 2A, "CPUID—CPU Identification", leaves 0, 1 and 80000002h to 80000004h. */
void cpu_identity_read(struct cpu_identity *identity);

#define CPU_HYPERVISOR_CHARS 13

/* The hypervisor's signature; empty on bare metal, or where it hides. "CPUID Hypervisor Interface",
 * Linux Documentation/virt/kvm/x86/cpuid: it is in EBX, ECX and EDX of the base leaf. */
void cpu_hypervisor_read(char signature[CPU_HYPERVISOR_CHARS]);

/* Whether AMD's manuals are this CPU's. */
bool cpu_identity_is_amd(const struct cpu_identity *identity);

/* The features of CPUID_FEATURES that this CPU has, comma-separated, cut to size. */
void cpu_identity_features(char *text, size_t size);

#endif
