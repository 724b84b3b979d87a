/* SPDX-License-Identifier: MIT */
/* Firmware given by the user. */
#ifndef TOOLS_RUN_BOOT_OWN_FIRMWARE_H
#define TOOLS_RUN_BOOT_OWN_FIRMWARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* UEFI firmware, or coreboot of a PC; or SBI firmware of riscv64. */
enum own_firmware_kind {FIRMWARE_OF_PC, FIRMWARE_OF_AARCH64, FIRMWARE_OF_RISCV64, FIRMWARE_SBI};

/* Returns why the bytes are not usable as firmware, or NULL. Firmware of a PC must be UEFI or
 * coreboot. Firmware of other machines may begin with code, so only its size is checked. */
const char *own_firmware_fault(const char *data, size_t size, enum own_firmware_kind kind);

/* Whether code and variables (0: none) fit into a machine's flash. */
bool own_firmware_fits(size_t code_bytes, size_t variables_bytes);

/* Add paths, sizes and checksums to the manifest. If a file is unreadable, no firmware, or of a
 * wrong size, exits with EXIT_USAGE and a message. variables may be NULL. */
void own_firmware_describe(const char *code, const char *variables, enum own_firmware_kind kind,
			   json_t *manifest);

/* Whether UEFI firmware of riscv64 is a program, which QEMU loads like a kernel (U-Boot), and not
 * the content of a flash (EDK2). Exits with EXIT_USAGE and a message if the file is unreadable. */
bool own_firmware_is_program(const char *path);

/* Whether an argument of QEMU, together with the next argument or NULL, selects the machine's
 * firmware. */
bool own_firmware_is_given_by(const char *argument, const char *next);

#endif
