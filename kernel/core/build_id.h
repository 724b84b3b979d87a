/* SPDX-License-Identifier: MIT */
/* The commit that this kernel was built from. In a file of its own, so that a new commit rebuilds
 * only that. */
#ifndef KERNEL_CORE_BUILD_ID_H
#define KERNEL_CORE_BUILD_ID_H

extern const char build_id[];

#endif
