/* SPDX-License-Identifier: MIT */
/* Modules of the downloaded kernel, as placed by scripts/kernels.py. A user's kernel cannot load
 * these modules. It has its own in its package or built in, or the user gives them in an
 * archive. */
#include "tools/run/guest.h"

#include <glob.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/run/boot/kernel_modules.h"
#include "tools/run/boot/own_file.h"

/* Modules for a purpose: the directory next to the downloaded kernel, and their names. */
struct guest_need {
	const char *directory;
	const char *names[4];
};

static const struct guest_need keyboard_need = {"keyboard", {"i8042", "atkbd", "evdev"}};
static const struct guest_need disk_needs[] = {
	[DISK_MODEL_VIRTIO] = {"disk", {"virtio_pci", "virtio_blk"}},
	[DISK_MODEL_NVME] = {"nvme", {"nvme"}},
	[DISK_MODEL_AHCI] = {"ahci", {"ahci", "sd_mod"}},
};
static const struct guest_need ram_disk_need = {"ramdisk", {"brd"}};

static const struct guest_disk disks[] = {
	[DISK_MODEL_VIRTIO] = {"/dev/vda", "virtio0"},
	[DISK_MODEL_NVME] = {"/dev/nvme0n1", "nvme0"},
	[DISK_MODEL_AHCI] = {NULL, "ahci0"},
};

static const struct guest_disk ram_disk = {"/dev/ram0", "ram0"};

const struct guest_disk *guest_disk(const struct machine_request *machine)
{
	return machine->disk.kind == DISK_RAM ? &ram_disk : &disks[machine->disk.model];
}

struct guest_list {
	char **paths;
	size_t count;
};

static void guest_list_add(struct guest_list *list, char *path)
{
	list->paths = xreallocarray(list->paths, list->count + 2, sizeof(*list->paths));
	list->paths[list->count++] = path;
	list->paths[list->count] = NULL;
}

/* Modules that scripts/kernels.py placed next to a kernel: their numbers are the load order.
 * Returns whether there are any. */
static bool guest_add_placed(struct guest_list *list, const char *kernel,
			     const struct guest_need *need)
{
	char *copy = xstrdup(kernel);
	char *pattern = xasprintf("%s/%s/*.ko", dirname(copy), need->directory);
	glob_t found;
	bool are_placed = glob(pattern, 0, NULL, &found) == 0;

	for (size_t i = 0; are_placed && i < found.gl_pathc; i++)
		guest_list_add(list, xstrdup(found.gl_pathv[i]));
	if (are_placed)
		globfree(&found);
	free(pattern);
	free(copy);
	return are_placed;
}

static void guest_add(struct guest_list *list, const struct run_request *run,
		      const struct guest_need *need)
{
	bool is_own = run->linux.kernel_count == 0;
	char *kernel = is_own ? own_file(processor_file(run->machine.arch, PROCESSOR_LINUX))
			      : xstrdup(run->linux.kernels[0]);

	if (!guest_add_placed(list, kernel, need) && !is_own) {
		char **paths = kernel_modules_find(kernel, need->names);

		for (char **path = paths; *path != NULL; path++)
			guest_list_add(list, *path);
		free(paths);
	}
	free(kernel);
}

char **guest_modules(const struct run_request *run)
{
	struct guest_list list = {0};

	if (run->has_keyboard)
		guest_add(&list, run, &keyboard_need);
	if (machine_request_has_disk(&run->machine))
		guest_add(&list, run, &disk_needs[run->machine.disk.model]);
	if (run->machine.disk.kind == DISK_RAM)
		guest_add(&list, run, &ram_disk_need);
	return list.paths;
}

void guest_modules_free(char **modules)
{
	for (char **module = modules; module != NULL && *module != NULL; module++)
		free(*module);
	free(modules);
}
