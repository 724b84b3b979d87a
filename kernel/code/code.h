/* SPDX-License-Identifier: MIT */
/* Runs the user's own instructions. Their own descriptor table enters every exception on a separate
 * stack, and restores the kernel's registers before the kernel's handlers run. So the instructions
 * may leave any register in any state. Memory is not protected, so instructions in ring 0 can
 * overwrite the kernel. */
#ifndef KERNEL_CODE_CODE_H
#define KERNEL_CODE_CODE_H

#include "bench/platform/code.h"

struct boot_info;

/* Remember where the loader put a list of sequences. */
void code_init(const struct boot_info *info);

/* Allocate all memory of a program and map it, except for the executable mapping of the text.
 * Returns 0 or -ENOMEM. */
int code_memory_make(const struct platform_code_request *request, struct platform_code *code);

#endif
