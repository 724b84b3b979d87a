/* SPDX-License-Identifier: MIT */
/* Last step of every boot path: convert the loader's information to the kernel's own struct
 * boot_info and start the kernel. */
#include "boot/boot_info.h"
#include "boot/x86/layout.h"
#include "boot/x86/multiboot.h"
#include "boot/x86/pvh.h"
#include "lib/text/string.h"

/* Called by header.S. magic is one of BOOT_MAGIC_*; info_phys is the address of the loader's
 * information. */
void boot_main(uint32_t magic, uint64_t info_phys) __attribute__((noreturn));

/* Mapped one to one by the boot page tables. */
static const struct loader_memory low_memory = {.size_bytes = 1ull << 32};

static struct boot_info boot_info;

/* Missing or malformed information is not an error here, because the kernel reports what it
 * lacks. */
void boot_main(uint32_t magic, uint64_t info_phys)
{
	if (magic == BOOT_MAGIC_EFI)
		memcpy(&boot_info, (const void *)info_phys, sizeof(boot_info));
	else if (magic == BOOT_MAGIC_MULTIBOOT2)
		multiboot2_parse(&low_memory, info_phys, &boot_info);
	else if (magic == BOOT_MAGIC_PVH)
		pvh_parse(&low_memory, info_phys, &boot_info);
	else
		multiboot1_parse(&low_memory, info_phys, &boot_info);
	kernel_main(&boot_info);
}
