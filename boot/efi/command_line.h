/* SPDX-License-Identifier: MIT */
/* The kernel's command line under UEFI: from a file on the boot volume, or from the loader's load
 * options. Parses text only. */
#ifndef BOOT_EFI_COMMAND_LINE_H
#define BOOT_EFI_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copy the first line that is neither empty nor a comment (#) into to, truncated to size bytes.
 * Blanks around it and a UTF-8 byte order mark are dropped. Returns the line's full length. If
 * there is no such line, returns 0, with to unchanged. */
size_t efi_command_line_from_file(char *to, size_t size, const char *file, size_t file_bytes);

/* Parse the load options of EFI_LOADED_IMAGE_PROTOCOL. The EFI shell passes the program name as the
 * first word, and boot entries do not, so a first word without '=' is dropped. Truncates like
 * efi_command_line_from_file() and returns the full length. Firmware may also pass binary data: if
 * the options are not printable ASCII, or nothing remains of them, returns 0, with to unchanged. */
size_t efi_command_line_from_load_options(char *to, size_t size, const uint16_t *options,
					  size_t options_bytes);

#endif
