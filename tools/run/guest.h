/* SPDX-License-Identifier: MIT */
/* What Linux needs that the image does without: modules for the machine's devices, which the
 * distribution's kernel has not built in, and a name for each that a process can open. */
#ifndef TOOLS_RUN_GUEST_H
#define TOOLS_RUN_GUEST_H

#include "tools/run/options.h"

/* The paths of what its kernel has to load for this run, each after those that it needs, ended by
 * NULL; or NULL if there are none. The caller frees them by guest_modules_free. */
char **guest_modules(const struct run_options *run);
void guest_modules_free(char **modules);

/* What the kernel calls the disk of a model, and the image calls it; NULL if the kernel has no
 * driver for it. */
struct guest_disk {
	const char *path, *name;
};

const struct guest_disk *guest_disk(enum qemu_disk_model model);

#endif
