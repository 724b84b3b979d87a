/* SPDX-License-Identifier: MIT */
/* Symbols of a Linux kernel and its modules. Only the running kernel knows them, so they are read
 * in an extra boot, once, and cached under the kernel's checksum. */
#ifndef TOOLS_RUN_KERNEL_SYMBOLS_H
#define TOOLS_RUN_KERNEL_SYMBOLS_H

struct symbols_boot {
	const char *qemu;               /* program */
	const char *arch;               /* the processor of --arch, or NULL */
	const char *kernel;             /* file */
	char *const *modules;           /* in load order, followed by NULL; or NULL */
	const char *memory;             /* in QEMU's notation */
	const char *append;             /* additional kernel parameters, or NULL */
};

/* Exit with EXIT_USAGE and a message if the programs for this boot are not built. */
void kernel_symbols_require(const char *arch);

/* Returns the path of a file in the format of /proc/kallsyms, to be freed. On failure, prints the
 * cause and returns NULL. */
char *kernel_symbols_file(const struct symbols_boot *boot);

#endif
