/* SPDX-License-Identifier: MIT */
/* The functions of a Linux kernel and of its modules, which only the running kernel knows: asked by
 * a boot of its own, once, and kept in the user's cache under the kernel's checksum. */
#ifndef TOOLS_RUN_KERNEL_SYMBOLS_H
#define TOOLS_RUN_KERNEL_SYMBOLS_H

struct symbols_boot {
	const char *qemu;               /* the program */
	const char *kernel;             /* the file */
	char *const *modules;           /* that it loads, in their order, ended by NULL; or NULL */
	const char *memory;             /* of the machine, as QEMU takes it */
	const char *append;             /* more words for its command line, or NULL */
};

/* End the program with EXIT_USAGE, having said what makes it, if what asks a kernel isn't there. */
void kernel_symbols_require(void);

/* The name of a file that has them, as /proc/kallsyms has, to be freed; NULL, having said why, if
 * they can't be had. */
char *kernel_symbols_file(const struct symbols_boot *boot);

#endif
