/* SPDX-License-Identifier: MIT */
/* Release and commit of this program. They have their own source file, so that a commit rebuilds
 * only that file. */
#ifndef LINUX_BUILD_ID_H
#define LINUX_BUILD_ID_H

extern const char build_version[];
extern const char build_id[];

#endif
