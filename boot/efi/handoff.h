/* SPDX-License-Identifier: MIT */
/* Runs the kernel while boot services stay resident, and writes its results to the loader's
 * volume. */
#ifndef BOOT_EFI_HANDOFF_H
#define BOOT_EFI_HANDOFF_H

#include "boot/boot_info.h"
#include "boot/efi/firmware.h"
#include "boot/efi/loader_options.h"

/* The feature of CPU or firmware that the loader cannot restore, so that boot services cannot stay
 * resident; NULL if they can. Changes nothing. */
const char *handoff_unsupported_reason(void);

/* Allocate all memory for the run and describe it in info. Returns NULL or a reason. */
const char *handoff_prepare(struct boot_info *info, const struct loader_options *options);

/* Enter the kernel, restore the firmware's state after the kernel has left, and write the results.
 * If the options name a next step, returns the path of the results' directory, or "" if the results
 * could not be written. Without a next step, or if the next step is Linux and the results could not
 * be written, the kernel ends the run. */
const char *handoff_run(char *kernel, uint32_t entry_offset, struct boot_info *info,
			EFI_HANDLE volume, const struct loader_options *options);

/* Save the logs of earlier starts that are still in memory. */
void handoff_save_earlier(EFI_HANDLE volume);

#endif
