/* SPDX-License-Identifier: MIT */
/* Kernels of this host, by their version. */
#ifndef TOOLS_RUN_BOOT_INSTALLED_KERNEL_H
#define TOOLS_RUN_BOOT_INSTALLED_KERNEL_H

#define INSTALLED_KERNELS "/boot"

/* Returns the path of the newest kernel of a version in a directory, to be freed, or NULL. "6.1"
 * finds vmlinuz-6.1.0-57-amd64 and no 6.12. "6.12-rt" finds a 6.12 with the word "rt" in its
 * release. A release without further words such as "cloud" is preferred. */
char *installed_kernel(const char *directory, const char *version);

#endif
