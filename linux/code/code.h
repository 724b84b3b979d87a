/* SPDX-License-Identifier: MIT */
/* The user's own instructions in this process. */
#ifndef LINUX_CODE_CODE_H
#define LINUX_CODE_CODE_H

#include <stdbool.h>

/* Read the list of sequences at path. With NULL, read the list in the initramfs, if this is the
 * only program of a machine. Returns NULL or the error as a phrase. */
const char *code_load(const char *path, bool is_init);

#endif
