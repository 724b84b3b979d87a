/* SPDX-License-Identifier: MIT */
/* The kernel of a Linux guest: the kernel of the distribution, or a kernel of the user. */
#ifndef TOOLS_RUN_BOOT_LINUX_KERNEL_H
#define TOOLS_RUN_BOOT_LINUX_KERNEL_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/option/option.h"

/* Maximum number of kernels that are compared. */
#define LINUX_KERNELS_MAX 8

struct linux_options {
	const char *kernels[LINUX_KERNELS_MAX]; /* none: the distribution's */
	size_t kernel_count;
	const char *initramfs;          /* archive with additional files, or NULL */
	const char *append;             /* additional kernel parameters, or NULL */
};

/* Option table for struct linux_options. */
extern const struct option_spec linux_options[];

/* Whether the user gave any of these options. */
bool linux_options_are_used(const struct linux_options *options);

/* The header of a Linux Image for arm64 and riscv64: Linux, Documentation/arch/arm64/booting.rst
 * and Documentation/arch/riscv/boot-image-header.rst. */
#define LINUX_IMAGE_MAGIC_AT 56
#define LINUX_IMAGE_MAGIC "ARM\x64"
#define LINUX_IMAGE_MAGIC_RISCV "RSC\x05"

/* The processor of an Image, a word of --arch; NULL if the bytes are not an Image. */
const char *linux_image_arch(const char *data, size_t size);

/* Returns why the bytes are not a bootable kernel, or NULL. For a kernel, *version is its version,
 * to be freed, or NULL if unknown. */
const char *linux_kernel_fault(const char *data, size_t size, char **version);

#define ARCH_DEFAULT "x86_64"           /* of --arch */

/* Whether a kernel is for the processor of a word of --arch; NULL: ARCH_DEFAULT. */
bool linux_kernel_is_for(const char *data, size_t size, const char *arch);

/* Whether the file is a Linux boot image. False if unreadable. */
bool linux_kernel_is_at(const char *path);

/* Add the booted files to the manifest: paths, sizes and checksums of kernel, initramfs (may be
 * NULL) and program, and the kernel's version. If a file is unreadable or of the wrong type, or the
 * kernel is for another processor, exits with EXIT_USAGE and a message. */
void linux_kernel_describe(const char *kernel, const char *arch, const char *initramfs,
			   const char *program, json_t *manifest);

/* Whether a kernel of this version (NULL: unknown) starts further CPUs while instructions are
 * counted. Versions before 6.5 do not; docs/ci.md explains why. */
bool linux_kernel_starts_counted_cpus(const char *version);

/* Exit with EXIT_USAGE and a message if the manifest's kernel does not start further CPUs while
 * instructions are counted. */
void linux_kernel_require_counted_cpus(const json_t *manifest);

/* Insert the user's archive before the archive at path. Files of the archive at path take
 * precedence. On failure, prints the cause and returns false. */
bool linux_initramfs_prepend(const char *archive, const char *path);

#endif
