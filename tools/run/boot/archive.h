/* SPDX-License-Identifier: MIT */
/* Writes an initramfs: an uncompressed cpio archive, entry by entry. Equal entries give equal
 * bytes. Linux, Documentation/driver-api/early-userspace/buffer-format.rst, "initramfs buffer
 * format". */
#ifndef TOOLS_RUN_BOOT_ARCHIVE_H
#define TOOLS_RUN_BOOT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Initialise with the file only. */
struct archive {
	FILE *file;
	unsigned entries;
};

/* Names have no leading slash; a link's target may have one. A directory must be added before its
 * content. */
void archive_add_directory(struct archive *archive, const char *name);
void archive_add_console(struct archive *archive);
void archive_add_link(struct archive *archive, const char *name, const char *target);
void archive_add_bytes(struct archive *archive, const char *name, mode_t mode, const void *bytes,
		       size_t size);

/* Add the file at path. On failure, prints the cause and returns false. */
bool archive_add_file(struct archive *archive, const char *name, mode_t mode, const char *path);

/* Write the end of the archive. Another archive may follow it. */
void archive_end(struct archive *archive);

#endif
