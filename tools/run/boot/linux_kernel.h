/* SPDX-License-Identifier: MIT */
/* The kernel that a Linux guest boots: the distribution's, or one's own. */
#ifndef TOOLS_RUN_BOOT_LINUX_KERNEL_H
#define TOOLS_RUN_BOOT_LINUX_KERNEL_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/option/option.h"

/* How many may be set side by side. */
#define LINUX_KERNELS_MAX 8     /* as compare/kernels.h has it */

struct linux_options {
	const char *kernels[LINUX_KERNELS_MAX]; /* none: the distribution's, beside the program */
	size_t kernel_count;
	const char *initramfs;          /* files for its initial file system besides, or NULL */
	const char *append;             /* more words for its command line, or NULL */
};

/* The table of options, whose destination is a struct linux_options. */
extern const struct option_spec linux_options[];

/* Whether any of them was used. */
bool linux_options_are_used(const struct linux_options *options);

/* What is wrong with the bytes of a file that is to be booted as a kernel, or NULL: then version is
 * what it calls itself, to be freed, or NULL if it does not say. */
const char *linux_kernel_fault(const char *data, size_t size, char **version);

/* Whether the file at path is a Linux boot image; false too when it can't be read. */
bool linux_kernel_is_at(const char *path);

/* End the program with EXIT_USAGE, having named the file and said why, if the kernel or the files
 * for its initial file system can't be read or are something else. Add to the manifest what was
 * booted: paths, sizes, checksums, and the kernel's version; and the program that it runs.
 * initramfs may be NULL. */
void linux_kernel_describe(const char *kernel, const char *initramfs, const char *program,
			   json_t *manifest);

/* Whether a kernel of that version (NULL: it does not say) starts further CPUs where instructions
 * are counted: before 6.5 it does not, which docs/ci.md explains. */
bool linux_kernel_starts_counted_cpus(const char *version);

/* End the program with EXIT_USAGE, having named the kernel and said why, if it does not. */
void linux_kernel_require_counted_cpus(const json_t *manifest);

/* Put the user's archive before the one at path, so that where both have a file the latter's
 * counts. On failure says why and returns false. */
bool linux_initramfs_prepend(const char *archive, const char *path);

#endif
