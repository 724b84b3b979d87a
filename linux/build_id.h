/* SPDX-License-Identifier: MIT */
/* Which release this program is, and which commit it was built from; in a file of its own, so that
 * a commit rebuilds only that. */
#ifndef LINUX_BUILD_ID_H
#define LINUX_BUILD_ID_H

extern const char build_version[];
extern const char build_id[];

#endif
