/* SPDX-License-Identifier: MIT */
/* The USB stick that the loader started from. As the only program of a machine, bareline-linux
 * writes its records there, next to those of bare metal. */
#ifndef LINUX_DISK_STICK_H
#define LINUX_DISK_STICK_H

/* Find the volume whose directory name, a path, has the bare-metal log, and copy the file at path
 * there as linux.txt, complete or not at all. Then write overhead.txt and overhead.html, if the
 * program that generates them exists. Waits at most half a minute for the volume. Returns NULL, or
 * why the copy failed. */
const char *stick_save(const char *name, const char *path);

/* The directory's path in FAT notation, \bareline\NAME. Valid until the next call. */
const char *stick_path(const char *name);

#endif
