/* SPDX-License-Identifier: MIT */
/* Search for firmware installed by the distribution or by QEMU. */
#ifndef TOOLS_RUN_BOOT_FIRMWARE_SEARCH_H
#define TOOLS_RUN_BOOT_FIRMWARE_SEARCH_H

#include <stdbool.h>

#include "tools/run/boot/own_firmware.h"

/* Paths, to be freed. */
struct firmware_files {
	char *code, *variables;
};

/* Returns the path of the first readable file of that name, to be freed, or NULL. directories has
 * one directory per line, as qemu_data_directories() returns them. */
char *firmware_find_file(const char *directories, const char *name);

/* Find the first UEFI firmware of firmware_places.def for the machine whose two files are readable.
 * A program is one file, because it has no variables. Searches below root ("" for this system) and
 * in the directories. Returns false if there is none. */
bool firmware_find_uefi(const char *root, const char *directories, enum own_firmware_kind kind,
			struct firmware_files *files);

/* Returns the searched places, for messages, to be freed. */
char *firmware_places(const char *directories, enum own_firmware_kind kind);

/* Packages with UEFI firmware, for messages. */
const char *firmware_packages(enum own_firmware_kind kind);

#endif
