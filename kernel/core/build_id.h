/* SPDX-License-Identifier: MIT */
/* The commit that this kernel was built from. It has its own source file, so that a new commit
 * rebuilds only that file. */
#ifndef KERNEL_CORE_BUILD_ID_H
#define KERNEL_CORE_BUILD_ID_H

extern const char build_id[];

#endif
