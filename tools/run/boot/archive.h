/* SPDX-License-Identifier: MIT */
/* An initial file system for Linux, written entry by entry: a cpio archive, uncompressed. The same
 * entries give the same bytes. Linux, Documentation/driver-api/early-userspace/buffer-format.rst,
 * "initramfs buffer format". */
#ifndef TOOLS_RUN_BOOT_ARCHIVE_H
#define TOOLS_RUN_BOOT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Zeroed but for its file: none written yet. */
struct archive {
	FILE *file;
	unsigned entries;
};

/* Names are without a slash in front, and each after the directory that it is in. */
void archive_add_directory(struct archive *archive, const char *name);
void archive_add_console(struct archive *archive);
void archive_add_bytes(struct archive *archive, const char *name, mode_t mode, const void *bytes,
		       size_t size);

/* The file at path. On failure says why and returns false. */
bool archive_add_file(struct archive *archive, const char *name, mode_t mode, const char *path);

/* What stands behind the last entry; Linux may be given another archive after it. */
void archive_end(struct archive *archive);

#endif
