/* SPDX-License-Identifier: MIT */
/* On these processors Linux does not start after a run yet. */
#include "boot/efi/devices.h"
#include "boot/efi/linux.h"

EFI_GRAPHICS_OUTPUT_PROTOCOL *devices_screen;

bool linux_is_supported(void)
{
	return false;
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
