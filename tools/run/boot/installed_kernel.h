/* SPDX-License-Identifier: MIT */
/* Kernels of this host, by their version. */
#ifndef TOOLS_RUN_BOOT_INSTALLED_KERNEL_H
#define TOOLS_RUN_BOOT_INSTALLED_KERNEL_H

#define INSTALLED_KERNELS "/boot"

/* Path of the newest kernel of a version in a directory, to be freed: "6.1" is
 * "vmlinuz-6.1.0-57-amd64", never a 6.12, and "6.12-rt" one of 6.12 with the word "rt" in its
 * release. A release without further words such as "rt" and "cloud" is preferred. NULL: there is
 * none. */
char *installed_kernel(const char *directory, const char *version);

#endif
