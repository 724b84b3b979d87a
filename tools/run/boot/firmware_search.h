/* SPDX-License-Identifier: MIT */
/* Firmware for QEMU's machines, wherever the distribution or QEMU itself has put it. */
#ifndef TOOLS_RUN_BOOT_FIRMWARE_SEARCH_H
#define TOOLS_RUN_BOOT_FIRMWARE_SEARCH_H

#include <stdbool.h>

/* Paths, which the caller frees. */
struct firmware_files {
	char *code, *variables;
};

/* The first readable file of that name in the directories, which stand a line each, as
 * qemu_data_directories() has them; NULL if there is none. The caller frees it. */
char *firmware_find_file(const char *directories, const char *name);

/* The first UEFI firmware of firmware_places.def of which both files are readable, below root (""
 * for this system) or in the directories. False if there is none. */
bool firmware_find_uefi(const char *root, const char *directories, struct firmware_files *files);

/* Where that looks, in words, which the caller frees. */
char *firmware_places(const char *directories);

/* What has it, for messages. */
extern const char firmware_packages[];

#endif
