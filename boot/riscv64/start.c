/* SPDX-License-Identifier: MIT */
/* Last step of the boot path: convert the device tree to a struct boot_info, and start the
 * kernel. */
#include "boot/boot_info.h"
#include "boot/device_tree.h"
#include "boot/device_tree_info.h"
#include "boot/fw_cfg_memory.h"
#include "lib/riscv64/sbi.h"
#include "lib/text/fmt.h"

/* Called by head.S. */
void boot_main(uint64_t tree_phys) __attribute__((noreturn));

static struct boot_info boot_info;

/* The firmware, whose version is part of the conditions of its figures. RISC-V SBI Specification,
 * "Base Extension": OpenSBI has its major version in the upper half. */
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

void boot_main(uint64_t tree_phys)
{
	struct device_tree tree;

	boot_info.path = BOOT_DEVICE_TREE;
	name_firmware();
	if (tree_phys != 0 && device_tree_open(&tree, (const void *)tree_phys)) {
		boot_info.device_tree_phys = tree_phys;
		device_tree_info(&tree, tree_phys, &boot_info);
		boot_info.fw_cfg_phys = fw_cfg_find(&tree);
	}
	fw_cfg_use((volatile void *)boot_info.fw_cfg_phys);
	kernel_main(&boot_info);
}
