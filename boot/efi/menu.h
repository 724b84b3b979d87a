/* SPDX-License-Identifier: MIT */
/* The loader's menu under UEFI, the counterpart of GRUB's on a BIOS: entries, and the effect of
 * keys. No I/O: menu_screen.c draws it and reads the keys. */
#ifndef BOOT_EFI_MENU_H
#define BOOT_EFI_MENU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/text/command_line.h"

#define EFI_MENU_ENTRIES_MAX 40
#define EFI_MENU_LABEL_CHARS 76
#define EFI_MENU_PARAMETERS_CHARS 64

enum efi_menu_key {
	EFI_MENU_UP,
	EFI_MENU_DOWN,
	EFI_MENU_FIRST,
	EFI_MENU_LAST,
	EFI_MENU_ENTER,
	EFI_MENU_ESCAPE,
	EFI_MENU_BACKSPACE,
	EFI_MENU_CHARACTER,
};

struct efi_menu_entry {
	char label[EFI_MENU_LABEL_CHARS];
	char parameters[EFI_MENU_PARAMETERS_CHARS]; /* command line; the first entry uses own
						     * instead */
};

struct efi_menu {
	unsigned count, chosen;
	struct efi_menu_entry entries[EFI_MENU_ENTRIES_MAX];
	char own[COMMAND_LINE_MAX + 1];         /* command line of the first entry */
	bool is_editing;
	size_t length;
	char line[COMMAND_LINE_MAX + 1];        /* command line that the user edits, or of the
						 * selected entry */
};

/* Set up the entries: own_parameters, which are the volume's bareline.cfg ("" means the quick
 * suite) and selected at first; the suites; with has_linux, bare metal followed by Linux; each
 * family of the blank-separated list; and an empty line to edit. */
void efi_menu_begin(struct efi_menu *menu, const char *own_parameters, bool has_linux,
		    const char *families);

/* Process a key; c is the character of EFI_MENU_CHARACTER. 'e' edits the selected entry, Escape
 * leaves the editor. Returns whether the user made a choice; menu->line then holds its command
 * line. */
bool efi_menu_take(struct efi_menu *menu, enum efi_menu_key key, char c);

/* The first entry to show if the menu has room rows, so that the selected entry is visible. */
unsigned efi_menu_first_shown(const struct efi_menu *menu, unsigned room);

/* The command line of an entry. */
const char *efi_menu_parameters(const struct efi_menu *menu, unsigned entry);

#endif
