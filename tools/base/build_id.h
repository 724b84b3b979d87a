/* SPDX-License-Identifier: MIT */
/* Which release this program is, and which commit it was built from, to set beside the target's. */
#ifndef TOOLS_BASE_BUILD_ID_H
#define TOOLS_BASE_BUILD_ID_H

extern const char build_version[];
extern const char build_id[];

/* The way from the installed program's directory to that of the installed images. */
extern const char build_images[];

#endif
