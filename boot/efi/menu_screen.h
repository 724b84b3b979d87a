/* SPDX-License-Identifier: MIT */
/* The menu on the firmware's console. */
#ifndef BOOT_EFI_MENU_SCREEN_H
#define BOOT_EFI_MENU_SCREEN_H

#include <efi.h>
#include <stdbool.h>
#include <stddef.h>

/* Let the user select a command line. command_line, of size bytes, holds the default and receives
 * the choice. Without a keyboard or screen, or if no key is pressed within the time of the
 * parameter menu= in the default, the default applies. After an aborted run (firmware.h) the menu
 * instead waits for a key without a limit. has_linux offers Linux; warning is a line above the
 * entries, or NULL. Returns the command line's length. Needs boot services. */
size_t efi_menu_run(EFI_SYSTEM_TABLE *system, bool has_linux, const char *warning,
		    char *command_line, size_t size);

#endif
