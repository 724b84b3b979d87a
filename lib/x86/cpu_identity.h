/* SPDX-License-Identifier: MIT */
/* Vendor and model by CPUID, for lib/cpu/identity.h. Intel SDM vol. 2A, "CPUID—CPU Identification",
 * leaves 0, 1 and 80000002h to 80000004h; family and model include their extended
 * fields. "CPUID Hypervisor Interface", Linux Documentation/virt/kvm/x86/cpuid: EBX, ECX and EDX of
 * the base leaf. */
#ifndef LIB_X86_CPU_IDENTITY_H
#define LIB_X86_CPU_IDENTITY_H

#include <stdbool.h>

#include "lib/cpu/identity.h"

/* The hypervisor's signature. It is empty on bare metal and under a hypervisor that hides. */
void cpu_hypervisor_read(char signature[CPU_HYPERVISOR_CHARS]);

/* Whether AMD's manuals apply to this CPU. */
bool cpu_identity_is_amd(const struct cpu_identity *identity);

#endif
