/* SPDX-License-Identifier: MIT */
/* A .tar.gz that is the same whoever makes it, whenever: files of nobody, of no time. POSIX, "pax -
 * portable archive interchange", ustar Interchange Format; RFC 1952. */
#ifndef TOOLS_SHARE_TARBALL_H
#define TOOLS_SHARE_TARBALL_H

#include <stddef.h>
#include <stdio.h>

#define TARBALL_NAME_MAX 99

struct tarball;

/* Begin one in a file that stays the caller's. */
struct tarball *tarball_begin(FILE *file);

/* Add a file; its name is at most TARBALL_NAME_MAX characters, its size below 8 GiB. */
void tarball_add(struct tarball *tarball, const char *name, const void *data, size_t size);

/* End it and free it. What could not be written the file tells (ferror). */
void tarball_end(struct tarball *tarball);

#endif
