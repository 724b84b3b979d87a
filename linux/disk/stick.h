/* SPDX-License-Identifier: MIT */
/* The USB stick that the loader started from. If bareline-linux is the only program of a machine,
 * it writes its records there, next to those of bare metal. */
#ifndef LINUX_DISK_STICK_H
#define LINUX_DISK_STICK_H

/* Find the volume that has the bare-metal log in the directory with the path name. Copy the file at
 * path to this directory as linux.txt, complete or not at all. Then write overhead.txt and
 * overhead.html, if the program that generates them exists. Waits at most half a minute for the
 * volume. Returns NULL, or why the copy failed. */
const char *stick_save(const char *name, const char *path);

/* The directory's path in FAT notation, \bareline\NAME. Valid until the next call. */
const char *stick_path(const char *name);

#endif
