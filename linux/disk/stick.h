/* SPDX-License-Identifier: MIT */
/* The stick that the loader began on, as the only program of a machine finds it again: to put
 * its records beside those of the bare metal. */
#ifndef LINUX_DISK_STICK_H
#define LINUX_DISK_STICK_H

/* Find the volume whose directory name, a path, has the bare metal's log, and copy the file at
 * path into that as linux.txt: whole, or not at all; then overhead.txt and overhead.html, what
 * Linux costs, where the program that makes them is there. Waits half a minute at most for the
 * volume. Returns why it could not copy the file, or NULL. */
const char *stick_save(const char *name, const char *path);

/* The directory's path as FAT's own systems show it, \bareline\NAME. The text stays until the next
 * call. */
const char *stick_path(const char *name);

#endif
