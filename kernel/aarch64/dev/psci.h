/* SPDX-License-Identifier: MIT */
/* Calls of firmware: other CPUs, power-off and reset. Arm, "Power State Coordination Interface"
 * (DEN 0022), "Function prototypes". */
#ifndef KERNEL_AARCH64_DEV_PSCI_H
#define KERNEL_AARCH64_DEV_PSCI_H

#include <stdbool.h>
#include <stdint.h>

/* Whether firmware states how PSCI is called. */
bool psci_exists(void);

/* Start a CPU at a physical address, with the MMU off and argument in x0. Returns 0, or a negative
 * error of PSCI. */
int64_t psci_cpu_on(uint32_t hardware_id, uint64_t entry_phys, uint64_t argument);

/* Switch this CPU off. Interrupts off. Returns only if firmware refuses. */
void psci_cpu_off(void);

/* Whether a CPU is off. */
bool psci_cpu_is_off(uint32_t hardware_id);

/* Whether the hypervisor that answers PSCI's calls is KVM. Linux, Documentation/virt/kvm/arm/
 * hypercalls.rst. */
bool psci_is_of_kvm(void);

/* Power off or reset the machine. Return only if firmware refuses. Any CPU. */
void psci_system_off(void);
void psci_system_reset(void);

#endif
