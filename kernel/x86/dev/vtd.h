/* SPDX-License-Identifier: MIT */
/* DMA remapping units (Intel's VT-d, AMD's IOMMUs) that firmware left on: devices then reach only
 * the memory that the firmware's tables permit, and their interrupts may be remapped. */
#ifndef KERNEL_X86_DEV_VTD_H
#define KERNEL_X86_DEV_VTD_H

/* What is on in any DMA remapping unit, as text. *item is the name of the kind of unit. Returns
 * NULL without a unit. After acpi_init and paging_init. */
const char *vtd_state(const char **item);

#endif
