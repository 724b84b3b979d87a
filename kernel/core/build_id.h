/* SPDX-License-Identifier: MIT */
/* The commit this kernel was built from; in a file of its own, so that a commit rebuilds only
 * that. */
#ifndef KERNEL_CORE_BUILD_ID_H
#define KERNEL_CORE_BUILD_ID_H

extern const char build_id[];

#endif
