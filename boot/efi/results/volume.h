/* SPDX-License-Identifier: MIT */
/* Files on a volume by the firmware's file system, with checks that firmware omits. */
#ifndef BOOT_EFI_RESULTS_VOLUME_H
#define BOOT_EFI_RESULTS_VOLUME_H

#include <stdbool.h>
#include <stddef.h>

#include "boot/efi/firmware.h"

#define VOLUME_PATH_CHARS 128
#define VOLUME_READ EFI_FILE_MODE_READ
#define VOLUME_WRITE (EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE)
#define VOLUME_CREATE (VOLUME_WRITE | EFI_FILE_MODE_CREATE)

/* A file to write, or to compare with. */
struct volume_file {
	const char *name, *text;
	size_t size;
};

struct volume_room {
	UINT64 free_bytes;              /* as reported; the maximum if not reported */
	UINT64 cluster_bytes;           /* allocation unit of files */
};

/* Open the volume's root. EFI_NO_MEDIA if the volume has no file system, or was removed. */
EFI_STATUS volume_open(EFI_HANDLE volume, EFI_FILE_HANDLE *root);
bool volume_is_read_only(EFI_HANDLE volume, EFI_FILE_HANDLE root);
struct volume_room volume_room(EFI_FILE_HANDLE root);

/* Open a file. Paths are plain text of fewer than VOLUME_PATH_CHARS characters. */
EFI_STATUS volume_open_file(EFI_FILE_HANDLE in, const char *path, UINT64 mode, UINT64 attributes,
			    EFI_FILE_HANDLE *file);

/* Write a file under a temporary name, flush it, and then rename it. If the firmware cannot rename
 * files, write the file under its own name. On failure the file is removed. */
EFI_STATUS volume_write(EFI_FILE_HANDLE directory, const struct volume_file *file);

/* Whether the file exists with this size, beginning and end. */
bool volume_has(EFI_FILE_HANDLE directory, const struct volume_file *file);

/* Whether the volume has this many free clusters. To find out, allocates and frees them. */
EFI_STATUS volume_try_clusters(EFI_FILE_HANDLE root, unsigned clusters);

/* Remove a file or empty directory. Returns whether it existed. */
bool volume_remove(EFI_FILE_HANDLE in, const char *path);

/* Get the directory's next name; skips names that are not plain ASCII or begin with a dot. Returns
 * false at the end. */
bool volume_next_name(EFI_FILE_HANDLE directory, char *name, size_t size);

/* Whether the handle refers to a directory that has its own place on the volume. If there is no
 * room for a new directory, some firmware leaves an entry that refers to the root or to nothing.
 * own_name is a name in the root that this directory does not contain. */
bool volume_is_directory(EFI_FILE_HANDLE directory, const char *own_name);

#endif
