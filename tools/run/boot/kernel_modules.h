/* SPDX-License-Identifier: MIT */
/* Modules in the package of a user's kernel, which are found next to it. */
#ifndef TOOLS_RUN_BOOT_KERNEL_MODULES_H
#define TOOLS_RUN_BOOT_KERNEL_MODULES_H

#include <stddef.h>

/* Find the modules of these names (followed by NULL) and all modules that they need. Searches
 * lib/modules/VERSION and usr/lib/modules/VERSION of the kernel's directory and of its parent, then
 * the kernel's directory. Returns the paths in load order, followed by NULL, to be freed with each
 * path. Modules without a file, which are built into the kernel or not in its package, are omitted.
 * If a module is unreadable, exits with EXIT_USAGE and a message. */
char **kernel_modules_find(const char *kernel, const char *const *names);

/* A module's bytes, decompressed, to be freed. If the module is unreadable, or if xz, zstd or gzip
 * for it is missing or fails, prints the cause and returns NULL. */
char *kernel_module_load(const char *path, size_t *size);

/* Length of a module's file name without the suffix of its compression. */
size_t kernel_module_name_length(const char *name);

#endif
