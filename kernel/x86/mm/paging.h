/* SPDX-License-Identifier: MIT */
/* Process-context identifiers, besides kernel/machine/paging.h. */
#ifndef KERNEL_X86_MM_PAGING_H
#define KERNEL_X86_MM_PAGING_H

#include <stdint.h>

#include "kernel/machine/paging.h"

/* Enable or disable process-context identifiers on this CPU; CPUID must report them. Disabling
 * returns to the kernel's address space, with identifier 0. Both flush all translations. Intel SDM
 * vol. 3A, "Process-Context Identifiers (PCIDs)". */
void paging_pcid_on(void);
void paging_pcid_off(void);

/* CR3 value for an address space and its identifier that keeps cached translations. Requires
 * PCIDs. */
static inline uint64_t paging_cr3_keeping(uint64_t root_phys, unsigned pcid)
{
	return root_phys | pcid | 1ull << 63;
}

#endif
