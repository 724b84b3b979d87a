/* SPDX-License-Identifier: MIT */
/* The kernel's command line as a UEFI system gives it: in a file on the boot volume, or in the load
 * options of whoever starts the loader. Pure text. */
#ifndef BOOT_EFI_COMMAND_LINE_H
#define BOOT_EFI_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copy the first line of the file that holds something, and does not begin with '#', into to, which
 * has size bytes; cut if it is longer. Blanks around it and a UTF-8 byte order mark are dropped.
 * Returns the length of the line, whole; 0, and leaves to alone, if there is no such line. */
size_t efi_command_line_from_file(char *to, size_t size, const char *file, size_t file_bytes);

/* Take it from an EFI_LOADED_IMAGE_PROTOCOL's load options. A first word without '=' is the
 * program's name, which the EFI shell passes and boot entries don't. Cut, and its length
 * returned, as that of a file is; 0, and to is left alone, if nothing is left or the options are
 * not printable ASCII: firmware passes binary data too. */
size_t efi_command_line_from_load_options(char *to, size_t size, const uint16_t *options,
					  size_t options_bytes);

#endif
