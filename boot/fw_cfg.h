/* SPDX-License-Identifier: MIT */
/* QEMU's configuration device: what a test on the host tells an image that it can't edit. */
#ifndef BOOT_FW_CFG_H
#define BOOT_FW_CFG_H

#include <stdbool.h>
#include <stddef.h>

/* The files: the command line, and a script of input as bench/input/steps.h reads it. */
#define FW_CFG_COMMAND_LINE "opt/org.bareline/cmdline"
#define FW_CFG_INPUT "opt/org.bareline/input"

/* Copy the file of that name (qemu -fw_cfg name=NAME,string=…) into text, cut to size - 1
 * characters and terminated; *whole is how many it has. Returns false, and leaves both alone, when
 * this is not QEMU or the file was not given. */
bool fw_cfg_read_text(const char *name, char *text, size_t size, size_t *whole);

#endif
