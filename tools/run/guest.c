/* SPDX-License-Identifier: MIT */
/* Modules of the downloaded kernel, as placed by scripts/linux-kernel.sh. A user's kernel cannot
 * load them; it has them built in, or the user gives them in an archive. */
#include "tools/run/guest.h"

#include <glob.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/run/boot/own_file.h"

#define KEYBOARD_MODULES "linux/keyboard"
#define DISK_MODULES "linux/disk"

static const struct guest_disk disks[] = {
	[DISK_MODEL_VIRTIO] = {"/dev/vda", "virtio0"},
	[DISK_MODEL_NVME] = {"/dev/nvme0n1", "nvme0"},
	[DISK_MODEL_AHCI] = {NULL, "ahci0"},
};

const struct guest_disk *guest_disk(enum machine_disk_model model)
{
	return &disks[model];
}

/* Their numbers are the load order. */
static void guest_add_modules(char ***modules, size_t *count, const char *name)
{
	char *directory = own_file(name), *pattern = xasprintf("%s/*.ko", directory);
	glob_t found;

	if (glob(pattern, 0, NULL, &found) == 0) {
		*modules = xreallocarray(*modules, *count + found.gl_pathc + 1, sizeof(**modules));
		for (size_t i = 0; i < found.gl_pathc; i++)
			(*modules)[(*count)++] = xstrdup(found.gl_pathv[i]);
		(*modules)[*count] = NULL;
		globfree(&found);
	}
	free(pattern);
	free(directory);
}

char **guest_modules(const struct run_request *run)
{
	char **modules = NULL;
	size_t count = 0;

	if (run->linux.kernel_count > 0)
		return NULL;
	if (run->has_keyboard)
		guest_add_modules(&modules, &count, KEYBOARD_MODULES);
	if (machine_request_has_disk(&run->machine) && run->machine.disk.model == DISK_MODEL_VIRTIO)
		guest_add_modules(&modules, &count, DISK_MODULES);
	return modules;
}

void guest_modules_free(char **modules)
{
	for (char **module = modules; module != NULL && *module != NULL; module++)
		free(*module);
	free(modules);
}
