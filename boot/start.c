/* SPDX-License-Identifier: MIT */
/* The last step of every boot path: the loader's information, in whatever form, becomes the
 * kernel's own struct boot_info, and the kernel starts. */
#include "boot/boot_info.h"
#include "boot/layout.h"
#include "boot/multiboot.h"
#include "lib/text/string.h"

/* Called by header.S: magic is one of BOOT_MAGIC_*, info_phys where the loader left its
 * information. */
void boot_main(uint32_t magic, uint64_t info_phys) __attribute__((noreturn));

/* What the boot page tables map one to one. */
static const struct multiboot_memory low_memory = {.size_bytes = 1ull << 32};

static struct boot_info boot_info;

/* Whatever the parsers can't make sense of is left out, and the kernel says what it lacks. */
void boot_main(uint32_t magic, uint64_t info_phys)
{
	if (magic == BOOT_MAGIC_EFI)
		memcpy(&boot_info, (const void *)info_phys, sizeof(boot_info));
	else if (magic == BOOT_MAGIC_MULTIBOOT2)
		multiboot2_parse(&low_memory, info_phys, &boot_info);
	else
		multiboot1_parse(&low_memory, info_phys, &boot_info);
	kernel_main(&boot_info);
}
