/* SPDX-License-Identifier: MIT */
/* Temperature of AMD's processors. */
#ifndef KERNEL_X86_PMU_AMD_TEMPERATURE_H
#define KERNEL_X86_PMU_AMD_TEMPERATURE_H

#include <stdbool.h>
#include <stdint.h>

/* The temperature that the first node of a CPU of this family and model reports for control of its
 * fan (Tctl), in degrees Celsius. Some models set it above the true temperature. 0: unknown. Not
 * for virtual CPUs. After pci_init, on the boot CPU. */
uint32_t amd_temperature(uint32_t family, uint32_t model);

#endif
