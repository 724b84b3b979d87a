/* SPDX-License-Identifier: MIT */
/* The menu that the loader shows under UEFI, as GRUB does on a machine without: what it offers, and
 * what keys do to it. Pure data; boot/efi/menu_screen.c draws it and reads the keys. */
#ifndef BOOT_EFI_MENU_H
#define BOOT_EFI_MENU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/text/command_line.h"

#define EFI_MENU_ENTRIES_MAX 40
#define EFI_MENU_LABEL_CHARS 76
#define EFI_MENU_WORDS_CHARS 64

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
	char words[EFI_MENU_WORDS_CHARS];       /* of the command line, but of the first entry */
};

struct efi_menu {
	unsigned count, chosen;
	struct efi_menu_entry entries[EFI_MENU_ENTRIES_MAX];
	char own[COMMAND_LINE_MAX + 1];         /* the first entry's words */
	bool is_editing;
	size_t length;
	char line[COMMAND_LINE_MAX + 1];        /* that is edited or was chosen */
};

/* What is offered: the words of the volume's own file (may be "", which is the quick suite), which
 * are chosen; the suites; with has_linux metal and Linux one after the other; each of the families,
 * separated by blanks; and a line to be written. */
void efi_menu_begin(struct efi_menu *menu, const char *own_words, bool has_linux,
		    const char *families);

/* Take a key; c is that of EFI_MENU_CHARACTER. In the menu 'e' edits the words of what is chosen,
 * and Escape leaves the line. Returns whether the choice is made: the words are menu->line. */
bool efi_menu_take(struct efi_menu *menu, enum efi_menu_key key, char c);

/* The first entry to be shown where there is room for so many: of more, those about the chosen. */
unsigned efi_menu_first_shown(const struct efi_menu *menu, unsigned room);

/* The words of an entry. */
const char *efi_menu_words(const struct efi_menu *menu, unsigned entry);

#endif
