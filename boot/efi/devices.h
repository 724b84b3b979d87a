/* SPDX-License-Identifier: MIT */
/* Devices whose state is saved. */
#ifndef BOOT_EFI_DEVICES_H
#define BOOT_EFI_DEVICES_H

#include "boot/efi/acpi.h"
#include "boot/efi/firmware.h"

/* Set before any state is saved. */
extern struct efi_acpi devices_acpi;
extern EFI_GRAPHICS_OUTPUT_PROTOCOL *devices_screen;    /* NULL: none */

/* Find the firmware's timer protocol, which state_restore_timer needs. Returns false without
 * one. */
bool devices_find_timer(void);

#endif
