/* SPDX-License-Identifier: MIT */
/* Last step of the boot path: take the EFI loader's struct boot_info or convert the device tree to
 * one, and start the kernel. */
#include "boot/boot_info.h"
#include "boot/device_tree.h"
#include "boot/device_tree_info.h"
#include "boot/fw_cfg_memory.h"
#include "lib/riscv64/sbi.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* Called by head.S. If is_efi is 1, at_phys is the EFI loader's struct boot_info. Otherwise at_phys
 * is the device tree or 0, and hart is the CPU's number. */
void boot_main(uint64_t at_phys, uint64_t is_efi, uint64_t hart) __attribute__((noreturn));

static struct boot_info boot_info;

/* Name the SBI firmware with its version, because figures depend on the version. RISC-V SBI
 * Specification, "Base Extension": OpenSBI has its major version in the upper half. */
static void name_firmware(void)
{
	uint64_t implementation = sbi_base(SBI_BASE_IMPLEMENTATION);
	uint64_t version = sbi_base(SBI_BASE_VERSION);

	if (implementation == SBI_IMPLEMENTATION_OPENSBI)
		fmt_buffer(boot_info.loader, sizeof(boot_info.loader), "OpenSBI %lu.%lu",
			   version >> 16, version & 0xffff);
	else
		fmt_buffer(boot_info.loader, sizeof(boot_info.loader),
			   "SBI implementation %lu, version %#lx", implementation, version);
}

static void convert_tree(uint64_t tree_phys)
{
	struct device_tree tree;

	boot_info.path = BOOT_DEVICE_TREE;
	if (tree_phys != 0 && device_tree_open(&tree, (const void *)tree_phys)) {
		boot_info.device_tree_phys = tree_phys;
		device_tree_info(&tree, tree_phys, &boot_info);
		boot_info.fw_cfg_phys = fw_cfg_find(&tree);
	}
}

void boot_main(uint64_t at_phys, uint64_t is_efi, uint64_t hart)
{
	if (is_efi != 0) {
		memcpy(&boot_info, (const void *)at_phys, sizeof(boot_info));
	} else {
		convert_tree(at_phys);
		boot_info.boot_hart = hart;
	}
	name_firmware();
	fw_cfg_use((volatile void *)boot_info.fw_cfg_phys);
	kernel_main(&boot_info);
}
