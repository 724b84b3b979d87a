/* SPDX-License-Identifier: MIT */
/* The firmware information of five_level.S; the boot tests give the machine 256 MiB. */
#include "boot/boot_info.h"

extern const struct boot_info five_level_info;

const struct boot_info five_level_info = {
	.path = BOOT_EFI,
	.loader = "five-level test",
	.memory_count = 1,
	.memory = {
		{.base_phys = 1 << 20, .size_bytes = 127 << 20, .type = BOOT_MEMORY_USABLE},
	},
};
