/* SPDX-License-Identifier: MIT */
/* Unpacks an archive of the host (tools/run/boot/archive.h) in the root directory, as the kernel
 * does with an initramfs. */
#ifndef LINUX_COUNT_UNPACK_H
#define LINUX_COUNT_UNPACK_H

/* Unpack the file that config_select() has selected. Entries in /dev, /proc and /sys are left out.
 * If the archive is damaged or a file cannot be written, ends the process with a message. */
void unpack(void);

/* Set the times of the directory and everything in it to 0. Linux notes the time of run_clock_set()
 * as the time of these changes. */
void clear_times(const char *directory);

#endif
