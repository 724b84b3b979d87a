/* SPDX-License-Identifier: MIT */
/* Command-line parameters of the loader. docs/real-hardware.md lists them; the kernel warns about
 * invalid values. */
#ifndef BOOT_EFI_LOADER_OPTIONS_H
#define BOOT_EFI_LOADER_OPTIONS_H

#include <stdbool.h>

#include "lib/netboot/url.h"

#define LOADER_MENU_SECONDS 3            /* default of menu= */
#define LOADER_MENU_SECONDS_MAX 86400

enum loader_next {THEN_NOTHING, THEN_LINUX, THEN_OS};

struct loader_options {
	bool must_keep_firmware, must_exit_firmware; /* firmware=keep, firmware=exit */
	bool is_tested;                 /* exit= ends an emulator with a status */
	bool switches_off;              /* exit= switches the machine off */
	enum loader_next then;
	unsigned menu_seconds;          /* menu=SECONDS; 0: no menu */
	char server[NETBOOT_URL_CHARS]; /* server=URL; "": none */
	bool has_benches;               /* bench= */
	bool measures_services;         /* suite= or bench= select firmware.service */
	bool hides_mp_services, fails_mp_services;      /* by test=no-mp and test=mp-fails */
};

void loader_options_parse(struct loader_options *options, const char *line);

#endif
