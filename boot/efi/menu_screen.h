/* SPDX-License-Identifier: MIT */
/* The menu on the firmware's console. */
#ifndef BOOT_EFI_MENU_SCREEN_H
#define BOOT_EFI_MENU_SCREEN_H

#include <efi.h>
#include <stdbool.h>
#include <stddef.h>

/* Let whoever is there choose what to run: command_line, of size bytes, holds what runs when nobody
 * strikes a key for as many seconds as its word menu= says, or where there is no keyboard or
 * screen, and then what was chosen. has_linux: whether Linux can be started afterwards; warning: a
 * line that stands above, or NULL. Returns its length. Boot services must be there. */
size_t efi_menu_run(EFI_SYSTEM_TABLE *system, bool has_linux, const char *warning,
		    char *command_line, size_t size);

#endif
