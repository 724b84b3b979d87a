/* SPDX-License-Identifier: MIT */
/* Boot services cannot stay resident yet, so no results are written after a run, and Linux does not
 * start after it. */
#include "boot/efi/devices.h"
#include "boot/efi/handoff.h"
#include "boot/efi/linux.h"

EFI_GRAPHICS_OUTPUT_PROTOCOL *devices_screen;

const char *handoff_unsupported_reason(void)
{
	return "the image for aarch64 cannot return to the firmware";
}

const char *handoff_prepare(struct boot_info *info, const struct loader_options *options)
{
	(void)info;
	(void)options;
	return handoff_unsupported_reason();
}

/* Not called: handoff_prepare() refuses. */
const char *handoff_run(char *kernel, uint32_t entry_offset, struct boot_info *info,
			EFI_HANDLE volume, const struct loader_options *options)
{
	(void)kernel;
	(void)entry_offset;
	(void)info;
	(void)volume;
	(void)options;
	return "";
}

void handoff_save_earlier(EFI_HANDLE volume)
{
	(void)volume;
}

bool linux_is_there(EFI_HANDLE volume)
{
	(void)volume;
	return false;
}

void linux_start(EFI_HANDLE image, EFI_HANDLE volume, const char *line, const char *results)
{
	(void)image;
	(void)volume;
	(void)line;
	(void)results;
}
