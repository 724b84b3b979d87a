/* SPDX-License-Identifier: MIT */
/* Unpacks an archive of the host (tools/run/boot/archive.h) in the root directory, as the kernel
 * does with an initramfs. */
#ifndef LINUX_COUNT_UNPACK_H
#define LINUX_COUNT_UNPACK_H

/* Unpack the file that config_select() has selected. Entries in /dev, /proc and /sys are left out.
 * Ends the process with a message if the archive is damaged or a file cannot be written. */
void unpack(void);

/* Set the times of the directory and of all that it has to 0. The time of these changes is that
 * of run_clock_set(). */
void clear_times(const char *directory);

#endif
