/* SPDX-License-Identifier: MIT */
/* The other CPUs: started by the firmware's MP services, handed to the kernel, and returned. */
#ifndef BOOT_X86_EFI_CPUS_H
#define BOOT_X86_EFI_CPUS_H

#include "boot/efi/loader_options.h"
#include "boot/handoff.h"

/* Start all CPUs that the MP services know. Each CPU waits in handoff. Without MP services, or if
 * they fail, no CPU starts. The kernel then warns about each CPU. */
void cpus_start(struct handoff *handoff, const struct loader_options *options);

/* Release the CPUs that the kernel did not use and wait until all have returned. Returns how many
 * state values differ, and writes the first differences to text. */
unsigned cpus_wait_for_return(struct handoff *handoff, char *text, size_t size);

/* Let the firmware's timer tick notice that the CPUs are idle. Until then the firmware treats them
 * as busy. */
void cpus_settle(void);

uint32_t cpus_own_apic_id(void);

#endif
