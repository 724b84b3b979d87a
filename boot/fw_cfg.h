/* SPDX-License-Identifier: MIT */
/* QEMU's configuration device, by which the host tool passes parameters to an unmodified image. */
#ifndef BOOT_FW_CFG_H
#define BOOT_FW_CFG_H

#include <stdbool.h>
#include <stddef.h>

/* Copy a file (qemu -fw_cfg name=NAME,string=…; names: lib/boot_files.h) into text, truncated to
 * size - 1 characters and terminated. Sets *whole to the full length of the file. If the machine is
 * not QEMU or the file is absent, returns false, with text and *whole unchanged. */
bool fw_cfg_read_text(const char *name, char *text, size_t size, size_t *whole);

#endif
