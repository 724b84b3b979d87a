/* SPDX-License-Identifier: MIT */
/* Writes a reproducible .tar.gz: files have no owner and no time. POSIX, "pax - portable archive
 * interchange", ustar Interchange Format; RFC 1952. */
#ifndef TOOLS_SHARE_TARBALL_H
#define TOOLS_SHARE_TARBALL_H

#include <stddef.h>
#include <stdio.h>

#define TARBALL_NAME_MAX 99

struct tarball;

/* Begin an archive in a file, which the caller closes. */
struct tarball *tarball_begin(FILE *file);

/* Add a file. Its name has at most TARBALL_NAME_MAX characters, its size is below 8 GiB. */
void tarball_add(struct tarball *tarball, const char *name, const void *data, size_t size);

/* End and free the archive. ferror on its file reports write errors. */
void tarball_end(struct tarball *tarball);

#endif
