/* SPDX-License-Identifier: MIT */
/* The stick that the loader began on, as the only program of a machine finds it again: to put
 * its records beside those of the bare metal. */
#ifndef LINUX_DISK_STICK_H
#define LINUX_DISK_STICK_H

/* Find the volume whose directory bareline/name has the bare metal's log, and copy the file at
 * path into that as linux.txt: whole, or not at all. Waits half a minute at most for the volume.
 * Returns why it could not, or NULL. */
const char *stick_save(const char *name, const char *path);

#endif
