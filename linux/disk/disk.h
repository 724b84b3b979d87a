/* SPDX-License-Identifier: MIT */
/* The disk or file that the process reads. The process opens it read-only, unless it is to be
 * written as a scratch disk. */
#ifndef LINUX_DISK_DISK_H
#define LINUX_DISK_DISK_H

#include <stdbool.h>

/* Select the disk and its name in records (NULL: disk0). Without a path there is no disk. */
void disk_init(const char *path, const char *name);

bool disk_is_named(void);
const char *disk_path(void);

/* Write the records of how often the disk was read, written and flushed, one for each name. */
void disk_conclude(void);

#endif
