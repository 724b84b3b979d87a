/* SPDX-License-Identifier: MIT */
/* Firmware given by the user. */
#ifndef TOOLS_RUN_BOOT_OWN_FIRMWARE_H
#define TOOLS_RUN_BOOT_OWN_FIRMWARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns why the bytes are not usable as flash content, or NULL. Firmware of a PC must be UEFI or
 * coreboot; that of a machine of aarch64 begins with code, so only its size is checked. */
const char *own_firmware_fault(const char *data, size_t size, bool is_aarch64);

/* Whether code and variables (0: none) fit into a machine's flash. */
bool own_firmware_fits(size_t code_bytes, size_t variables_bytes);

/* Add paths, sizes and checksums to the manifest. If a file is unreadable, no firmware, or of a
 * wrong size, exits with EXIT_USAGE and a message. variables may be NULL. */
void own_firmware_describe(const char *code, const char *variables, bool is_aarch64,
			   json_t *manifest);

/* Whether a QEMU argument, with the next one (or NULL), selects the machine's firmware. */
bool own_firmware_is_given_by(const char *argument, const char *next);

#endif
