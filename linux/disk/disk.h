/* SPDX-License-Identifier: MIT */
/* The disk, or the file, that the process was told to read. It is opened for reading alone. */
#ifndef LINUX_DISK_DISK_H
#define LINUX_DISK_DISK_H

#include <stdbool.h>

/* Read this one, under that name (NULL: disk0). Without a path there is none. */
void disk_init(const char *path, const char *name);

bool disk_is_named(void);
const char *disk_path(void);

/* Write what was read of it. */
void disk_conclude(void);

#endif
