/* SPDX-License-Identifier: MIT */
/* Vendor and model of this CPU. Implemented by lib/NAME/. ARCH_NAME is the name of the processor's
 * architecture in the manifest. */
#ifndef LIB_CPU_IDENTITY_H
#define LIB_CPU_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#include "lib/cpu/arch.h"

struct cpu_identity {
	char vendor[13];
	char brand[49];         /* empty if the CPU has none */
	uint32_t family, model, stepping;       /* as displayed */
};

void cpu_identity_read(struct cpu_identity *identity);

#define CPU_HYPERVISOR_CHARS 13         /* size of the signature */

/* This CPU's features by name, comma-separated, truncated to size. */
void cpu_identity_features(char *text, size_t size);

/* Nominal maximum frequency of the core in Hz; 0 if the CPU does not report it. */
uint64_t cpu_identity_max_hz(void);

#endif
