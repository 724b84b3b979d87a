/* SPDX-License-Identifier: MIT */
/* Files of a volume, by the firmware's file system; and what it may not tell by itself. */
#ifndef BOOT_EFI_RESULTS_VOLUME_H
#define BOOT_EFI_RESULTS_VOLUME_H

#include <stdbool.h>
#include <stddef.h>

#include "boot/efi/firmware.h"

#define VOLUME_PATH_CHARS 128
#define VOLUME_READ EFI_FILE_MODE_READ
#define VOLUME_WRITE (EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE)
#define VOLUME_CREATE (VOLUME_WRITE | EFI_FILE_MODE_CREATE)

/* What is written to it, or has to be there. */
struct volume_file {
	const char *name, *text;
	size_t size;
};

struct volume_room {
	UINT64 free_bytes;              /* as the firmware believes; the most there can be if it
					 * does not tell */
	UINT64 cluster_bytes;           /* by which files grow */
};

EFI_STATUS volume_open(EFI_HANDLE volume, EFI_FILE_HANDLE *root);
bool volume_is_read_only(EFI_HANDLE volume, EFI_FILE_HANDLE root);
struct volume_room volume_room(EFI_FILE_HANDLE root);

/* Paths are plain text of fewer than VOLUME_PATH_CHARS characters. */
EFI_STATUS volume_open_file(EFI_FILE_HANDLE in, const char *path, UINT64 mode, UINT64 attributes,
			    EFI_FILE_HANDLE *file);

/* A file gets its name only when all of it is written and flushed. What could not be written is
 * removed again. */
EFI_STATUS volume_write(EFI_FILE_HANDLE directory, const struct volume_file *file);

/* Whether there is such a file, as long as it should be, with the same begin and end. */
bool volume_has(EFI_FILE_HANDLE directory, const struct volume_file *file);

/* Whether so many clusters can be had, by taking and giving them back. */
EFI_STATUS volume_try_clusters(EFI_FILE_HANDLE root, unsigned clusters);

/* Remove a file or an empty directory, if it is there. */
void volume_remove(EFI_FILE_HANDLE in, const char *path);

EFI_STATUS volume_rename(EFI_FILE_HANDLE in, const char *path, const char *name);

/* The name of the directory's next entry, of those whose names are plain and begin with no dot.
 * Returns false at its end. */
bool volume_next_name(EFI_FILE_HANDLE directory, char *name, size_t size);

/* Whether what was opened is a directory with a place of its own: an entry that firmware left
 * when it found no room for the directory has none, and leads to the root or nowhere. own_name is a
 * name that is in the root and not in it. */
bool volume_is_directory(EFI_FILE_HANDLE directory, const char *own_name);

#endif
