/* SPDX-License-Identifier: MIT */
/* The kernel's command line under UEFI: from a file on the boot volume, or from the loader's load
 * options. Parses text only. */
#ifndef BOOT_EFI_COMMAND_LINE_H
#define BOOT_EFI_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copy the first line that is neither empty nor a comment (#) into to, truncated to size bytes.
 * Blanks around it and a UTF-8 byte order mark are dropped. Returns the line's full length, or 0,
 * with to unchanged, if there is none. */
size_t efi_command_line_from_file(char *to, size_t size, const char *file, size_t file_bytes);

/* Parse the load options of EFI_LOADED_IMAGE_PROTOCOL. A first word without '=' is the program
 * name, which the EFI shell passes and boot entries do not; it is dropped. Truncates and returns as
 * efi_command_line_from_file does. Returns 0, with to unchanged, if nothing remains or the options
 * are not printable ASCII: firmware passes binary data too. */
size_t efi_command_line_from_load_options(char *to, size_t size, const uint16_t *options,
					  size_t options_bytes);

#endif
