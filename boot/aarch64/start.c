/* SPDX-License-Identifier: MIT */
/* Last step of the boot path: take the EFI loader's struct boot_info or convert the device tree to
 * one, and start the kernel. */
#include "boot/fw_cfg_memory.h"
#include "boot/boot_info.h"
#include "boot/device_tree.h"
#include "boot/device_tree_info.h"
#include "lib/text/string.h"

#define BLOCK_BYTES 0x40000000ull

/* Called by head.S. If is_efi is 1, at_phys is the EFI loader's struct boot_info. Otherwise at_phys
 * is the device tree or 0. */
void boot_main(uint64_t at_phys, uint64_t is_efi) __attribute__((noreturn));

static struct boot_info boot_info;

/* QEMU passes no tree to an ELF kernel, but puts the tree at the start of memory: QEMU
 * documentation, "'virt' generic virtual platform", "Hardware configuration information for
 * bare-metal programming". */
static void convert_tree(uint64_t tree_phys)
{
	struct device_tree tree;

	if (tree_phys == 0)
		tree_phys = kernel_phys_base / BLOCK_BYTES * BLOCK_BYTES;
	boot_info.path = BOOT_DEVICE_TREE;
	if (device_tree_open(&tree, (const void *)tree_phys)) {
		boot_info.device_tree_phys = tree_phys;
		device_tree_info(&tree, tree_phys, &boot_info);
		boot_info.fw_cfg_phys = fw_cfg_find(&tree);
	}
}

void boot_main(uint64_t at_phys, uint64_t is_efi)
{
	if (is_efi != 0)
		memcpy(&boot_info, (const void *)at_phys, sizeof(boot_info));
	else
		convert_tree(at_phys);
	fw_cfg_use((volatile void *)boot_info.fw_cfg_phys);
	kernel_main(&boot_info);
}
