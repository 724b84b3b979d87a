/* SPDX-License-Identifier: MIT */
/* Debian's kernel for virtual machines, 6.1: NVMe is built in, virtio and event devices are
 * modules, and AHCI is left out. Another kernel can't load these modules: it has them built in, or
 * the user gives its own by an archive. */
#include "tools/run/guest.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/run/disk.h"
#include "tools/run/boot/own_file.h"

#define MODULES_MAX 10

static const char *const keyboard_modules[] = {"linux/evdev.ko", NULL};
static const char *const virtio_modules[] = {
	"linux/virtio_ring.ko", "linux/virtio.ko", "linux/virtio_pci_modern_dev.ko",
	"linux/virtio_pci_legacy_dev.ko", "linux/virtio_pci.ko", "linux/virtio_blk.ko", NULL,
};

static const struct guest_disk disks[] = {
	[DISK_MODEL_VIRTIO] = {"/dev/vda", "virtio0"},
	[DISK_MODEL_NVME] = {"/dev/nvme0n1", "nvme0"},
	[DISK_MODEL_AHCI] = {NULL, NULL},
};

const struct guest_disk *guest_disk(enum qemu_disk_model model)
{
	return disks[model].path != NULL ? &disks[model] : NULL;
}

static size_t guest_add_modules(char **modules, size_t count, const char *const *names)
{
	for (; *names != NULL && count < MODULES_MAX; names++)
		modules[count++] = own_file(*names);
	return count;
}

char **guest_modules(const struct run_options *run)
{
	char **modules = xcalloc(MODULES_MAX + 1, sizeof(*modules));
	size_t count = 0;

	if (run->linux.kernel_count > 0) {
		free(modules);
		return NULL;
	}
	if (run->has_keyboard)
		count = guest_add_modules(modules, count, keyboard_modules);
	if (disk_is_given(&run->qemu) && run->qemu.disk.model == DISK_MODEL_VIRTIO)
		count = guest_add_modules(modules, count, virtio_modules);
	if (count > 0)
		return modules;
	free(modules);
	return NULL;
}

void guest_modules_free(char **modules)
{
	for (char **module = modules; module != NULL && *module != NULL; module++)
		free(*module);
	free(modules);
}
