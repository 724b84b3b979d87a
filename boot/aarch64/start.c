/* SPDX-License-Identifier: MIT */
/* Last step of the boot path: convert the device tree to the kernel's own struct boot_info and
 * start the kernel. */
#include "boot/aarch64/fw_cfg_access.h"
#include "boot/boot_info.h"
#include "boot/device_tree.h"
#include "boot/device_tree_info.h"

#define BLOCK_BYTES 0x40000000ull

/* Called by head.S. tree_phys is the loader's device tree, or 0. */
void boot_main(uint64_t tree_phys) __attribute__((noreturn));

static struct boot_info boot_info;

/* QEMU passes no tree to an ELF kernel, and puts it where its memory begins: QEMU documentation,
 * "'virt' generic virtual platform", "Hardware configuration information for bare-metal
 * programming". */
void boot_main(uint64_t tree_phys)
{
	struct device_tree tree;
	uint64_t size_bytes;

	if (tree_phys == 0)
		tree_phys = kernel_phys_base / BLOCK_BYTES * BLOCK_BYTES;
	boot_info.path = BOOT_DEVICE_TREE;
	if (device_tree_open(&tree, (const void *)tree_phys)) {
		boot_info.device_tree_phys = tree_phys;
		device_tree_info(&tree, tree_phys, &boot_info);
		fw_cfg_use((volatile void *)fw_cfg_find(&tree, &size_bytes));
	}
	kernel_main(&boot_info);
}
