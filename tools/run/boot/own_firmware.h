/* SPDX-License-Identifier: MIT */
/* Firmware given by the user. */
#ifndef TOOLS_RUN_BOOT_OWN_FIRMWARE_H
#define TOOLS_RUN_BOOT_OWN_FIRMWARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* The machine that starts the firmware: a PC or an aarch64 in flash, a riscv64 in memory. */
enum own_firmware_kind {FIRMWARE_OF_PC, FIRMWARE_OF_AARCH64, FIRMWARE_OF_RISCV64};

/* Returns why the bytes are not usable as firmware, or NULL. Firmware of a PC must be UEFI or
 * coreboot; that of other machines may begin with code, so only its size is checked. */
const char *own_firmware_fault(const char *data, size_t size, enum own_firmware_kind kind);

/* Whether code and variables (0: none) fit into a machine's flash. */
bool own_firmware_fits(size_t code_bytes, size_t variables_bytes);

/* Add paths, sizes and checksums to the manifest. If a file is unreadable, no firmware, or of a
 * wrong size, exits with EXIT_USAGE and a message. variables may be NULL. */
void own_firmware_describe(const char *code, const char *variables, enum own_firmware_kind kind,
			   json_t *manifest);

/* Whether a QEMU argument, with the next one (or NULL), selects the machine's firmware. */
bool own_firmware_is_given_by(const char *argument, const char *next);

#endif
