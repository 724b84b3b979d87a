/* SPDX-License-Identifier: MIT */
/* The machine on loan: the kernel runs while the firmware stays, and what it did is on the volume
 * afterwards. */
#ifndef BOOT_EFI_HANDOFF_H
#define BOOT_EFI_HANDOFF_H

#include "boot/boot_info.h"
#include "boot/efi/firmware.h"
#include "boot/efi/loader_options.h"

/* Why the machine can't be borrowed, or NULL: what this CPU or this firmware has that could not
 * be put back. Before anything is taken. */
const char *handoff_unsupported_reason(void);

/* Make what is needed, all of it memory; tells info. Returns why there is none, or NULL. */
const char *handoff_prepare(struct boot_info *info, const struct loader_options *options);

/* Enter the kernel, take the machine back when it is done, write the results. If something else
 * is to come, which words says, returns the path of their directory, empty if they could not be
 * written; else the kernel ends the run. */
const char *handoff_run(char *kernel, uint32_t entry_offset, struct boot_info *info,
		       EFI_HANDLE volume, const struct loader_options *options);

/* Save the log of an earlier start that memory still has. */
void handoff_save_earlier(EFI_HANDLE volume);

#endif
