/* SPDX-License-Identifier: MIT */
/* The words of the command line that are the loader's. docs/command-line.md lists them; the kernel
 * complains of values that can't be used. */
#ifndef BOOT_EFI_LOADER_OPTIONS_H
#define BOOT_EFI_LOADER_OPTIONS_H

#include <stdbool.h>

#define LOADER_MENU_SECONDS 3            /* unless the line says otherwise */
#define LOADER_MENU_SECONDS_MAX 86400

enum words_then {THEN_NOTHING, THEN_LINUX, THEN_OS};

struct loader_options {
	bool must_keep_firmware, must_exit_firmware;   /* firmware=keep, firmware=exit */
	bool is_tested, switches_off;   /* exit=isa-debug, exit=acpi-off */
	enum words_then then;
	unsigned menu_seconds;          /* menu=N; 0 shows none */
	bool hides_mp_services, fails_mp_services;      /* test=no-mp, test=mp-fails */
};

void loader_options_parse(struct loader_options *options, const char *line);

#endif
