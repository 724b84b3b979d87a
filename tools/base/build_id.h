/* SPDX-License-Identifier: MIT */
/* Release and commit of this program, to compare with those of the target. */
#ifndef TOOLS_BASE_BUILD_ID_H
#define TOOLS_BASE_BUILD_ID_H

extern const char build_version[];
extern const char build_id[];

/* Relative path from the installed program's directory to the installed images. */
extern const char build_images[];

#endif
