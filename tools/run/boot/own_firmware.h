/* SPDX-License-Identifier: MIT */
/* Firmware that a machine begins with: the distribution's, or one's own. */
#ifndef TOOLS_RUN_BOOT_OWN_FIRMWARE_H
#define TOOLS_RUN_BOOT_OWN_FIRMWARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* What is wrong with the bytes of a file for the machine's flash, or NULL. Of all firmware
 * coreboot's alone needs not be UEFI's. */
const char *own_firmware_fault(const char *data, size_t size);

/* Whether a machine has room for code and variables (0: none) of such sizes. */
bool own_firmware_fits(size_t code_bytes, size_t variables_bytes);

/* Add to the manifest what is booted: paths, sizes and checksums. Ends the program with EXIT_USAGE,
 * having named the file and said why, if one can't be read, is no firmware or has no room beside
 * the other. There need be no variables (NULL). */
void own_firmware_describe(const char *code, const char *variables, json_t *manifest);

/* Whether an argument of QEMU's with the one after it, or NULL, gives the machine its firmware. */
bool own_firmware_is_given_by(const char *argument, const char *next);

#endif
