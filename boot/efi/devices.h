/* SPDX-License-Identifier: MIT */
/* Where the devices are whose state is saved. */
#ifndef BOOT_EFI_DEVICES_H
#define BOOT_EFI_DEVICES_H

#include "boot/efi/acpi.h"
#include "boot/efi/firmware.h"

/* Filled in before anything is saved. */
extern struct efi_acpi devices_acpi;
extern EFI_GRAPHICS_OUTPUT_PROTOCOL *devices_screen;    /* NULL: none */

/* Returns whether the firmware tells of its timer, without which that can't be set anew. */
bool devices_find_timer(void);

#endif
