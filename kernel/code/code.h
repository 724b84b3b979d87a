/* SPDX-License-Identifier: MIT */
/* The user's own instructions. They run with a descriptor table of their own, which enters every
 * exception on a separate stack and restores the kernel's registers before its handlers run. So
 * code may leave any register in any state. Memory is not protected: code in ring 0 can overwrite
 * the kernel. */
#ifndef KERNEL_CODE_CODE_H
#define KERNEL_CODE_CODE_H

#include "bench/platform/code.h"

struct boot_info;

/* Remember where the loader put a list of sequences. */
void code_init(const struct boot_info *info);

/* Allocate and map everything but the executable mapping of the text. Returns 0 or -ENOMEM. */
int code_memory_make(const struct platform_code_request *request, struct platform_code *code);

#endif
