/* SPDX-License-Identifier: MIT */
/* The other CPUs, by the firmware's MP services: brought out of the firmware to wait for the
 * kernel, and back. */
#ifndef BOOT_EFI_CPUS_H
#define BOOT_EFI_CPUS_H

#include "boot/efi/loader_options.h"
#include "boot/handoff.h"

/* Have all that the firmware can bring wait in loan. None comes when it has no such services, or
 * they fail; the kernel says so of each. */
void cpus_bring(struct handoff *handoff, const struct loader_options *options);

/* Send those home that nobody took, and wait for all. Returns how many values of their state
 * differ; text gets the first of these. */
unsigned cpus_see_home(struct handoff *handoff, char *text, size_t size);

/* Let the firmware find them done, once it runs again: until then they are busy to it. */
void cpus_settle(void);

/* This CPU's APIC ID. */
uint32_t cpus_own_apic_id(void);

#endif
