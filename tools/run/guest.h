/* SPDX-License-Identifier: MIT */
/* Modules that Linux needs for the machine's devices, because the distribution's kernel does not
 * have them built in, and the names of disks under Linux. */
#ifndef TOOLS_RUN_GUEST_H
#define TOOLS_RUN_GUEST_H

#include "tools/run/request.h"

/* Paths of the modules for this run, possibly compressed, in load order, followed by NULL; or NULL
 * if none are needed or found. Free with guest_modules_free. */
char **guest_modules(const struct run_request *run);
void guest_modules_free(char **modules);

/* Names of the requested disk. The first is its device under Linux, or NULL if the distribution's
 * kernel has no driver. The second is its name in the results, as on bare metal. */
struct guest_disk {
	const char *path, *name;
};

const struct guest_disk *guest_disk(const struct machine_request *machine);

#endif
