/* SPDX-License-Identifier: MIT */
/* The words of the command line that are the loader's. docs/command-line.md lists them; the kernel
 * complains of values that can't be used. */
#ifndef BOOT_EFI_WORDS_H
#define BOOT_EFI_WORDS_H

#include <stdbool.h>

#define WORDS_MENU_SECONDS 3            /* unless the line says otherwise */
#define WORDS_MENU_SECONDS_MAX 86400

enum words_then {THEN_NOTHING, THEN_LINUX, THEN_OS};

struct words {
	bool must_borrow, must_leave;   /* firmware=borrow, firmware=leave */
	bool is_tested, switches_off;   /* exit=isa-debug, exit=acpi-off */
	enum words_then then;
	unsigned menu_seconds;          /* menu=N; 0 shows none */
	bool hides_mp_services, fails_mp_services;      /* test=no-mp, test=mp-fails */
};

void words_parse(struct words *words, const char *line);

#endif
