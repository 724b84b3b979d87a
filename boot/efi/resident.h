/* SPDX-License-Identifier: MIT */
/* What handoff.c takes from boot/NAME/efi/ while boot services stay resident. */
#ifndef BOOT_EFI_RESIDENT_H
#define BOOT_EFI_RESIDENT_H

#include "boot/boot_info.h"
#include "boot/efi/loader_options.h"
#include "boot/handoff.h"

/* The feature of processor or firmware that cannot be restored, or NULL. Changes nothing. */
const char *resident_unsupported_reason(void);

/* Find the devices whose state is saved, and start the CPUs that firmware hands over. After
 * memory_take(). */
void resident_prepare(struct handoff *handoff, const struct boot_info *info,
		      const struct loader_options *options);

/* Enter the kernel at a physical address. Returns when the kernel resumes the firmware. Before the
 * call, interrupts are off and the state is saved. */
void resident_enter(struct handoff *handoff, uint64_t entry, uint64_t argument);

/* Release the CPUs that the kernel did not use and wait until all have returned. Returns how many
 * state values differ, and writes the first differences to text. */
unsigned resident_wait_for_cpus(struct handoff *handoff, char *text, size_t size);

/* Run the firmware until it notices that its CPUs are idle. */
void resident_settle(void);

#endif
