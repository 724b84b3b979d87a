/* SPDX-License-Identifier: MIT */
/* The firmware as the loader's files use it. References in this folder are to the UEFI
 * Specification 2.10. */
#ifndef BOOT_EFI_FIRMWARE_H
#define BOOT_EFI_FIRMWARE_H

#include <efi.h>

#include <stdbool.h>
#include <stddef.h>

extern EFI_SYSTEM_TABLE *firmware_system;
extern EFI_BOOT_SERVICES *firmware_services;

/* Print text to the firmware's console, which may be none; \n begins a line. */
void firmware_print_text(const char *text);

/* The same, formatted as lib/text/fmt.h does. */
void firmware_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Have its screen empty. */
void firmware_clear(void);

/* Wait for a key, or so many seconds for a machine without a keyboard. Returns whether one was
 * pressed. */
bool firmware_wait_for_key(unsigned seconds);

/* A table of the system table's list, or NULL. */
void *firmware_table(const EFI_GUID *guid);

/* What is said before the menu the menu wipes away, so it shows this above its entries: the first
 * that was set, or NULL. run is the name of a run's directory. */
void firmware_notice_set(const char *what, const char *run);
const char *firmware_notice(void);

#endif
