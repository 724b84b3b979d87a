/* SPDX-License-Identifier: MIT */
/* Offsets: Xen, "x86/HVM direct boot ABI", and struct hvm_start_info of its public headers. */
#include "boot/x86/pvh.h"

#include "boot/memory_map.h"
#include "lib/text/errno.h"

#define PVH_MAGIC 0x336ec578
#define PVH_BYTES 40
#define PVH_BYTES_WITH_MAP 56
#define PVH_MODULE_BYTES 32
#define PVH_MAP_ENTRY_BYTES 24
#define RSDP_BYTES 36

static void pvh_modules(const struct loader_memory *memory, struct span fixed,
			struct boot_info *info)
{
	uint64_t count = span_read32(fixed, 12);
	struct span list = loader_span(memory, span_read64(fixed, 16), count * PVH_MODULE_BYTES);

	for (uint64_t at = 0; list.size - at >= PVH_MODULE_BYTES; at += PVH_MODULE_BYTES) {
		uint64_t start_phys = span_read64(list, at);

		loader_add_module(info, start_phys, start_phys + span_read64(list, at + 8));
	}
}

static void pvh_memory_map(const struct loader_memory *memory, struct span fixed,
			   struct boot_info *info)
{
	uint64_t count = span_read32(fixed, 48);
	struct span map = loader_span(memory, span_read64(fixed, 40), count * PVH_MAP_ENTRY_BYTES);

	for (uint64_t at = 0; map.size - at >= PVH_MAP_ENTRY_BYTES; at += PVH_MAP_ENTRY_BYTES)
		loader_add_e820(info, map, at);
}

int pvh_parse(const struct loader_memory *memory, uint64_t info_phys, struct boot_info *info)
{
	struct span fixed = loader_span(memory, info_phys, PVH_BYTES_WITH_MAP);

	info->path = BOOT_PVH;
	if (fixed.size < PVH_BYTES || span_read32(fixed, 0) != PVH_MAGIC)
		return -EINVAL;
	if (span_read64(fixed, 24) != 0)
		loader_set_command_line(info, loader_span(memory, span_read64(fixed, 24),
							  LOADER_LINE_MAX));
	pvh_modules(memory, fixed, info);
	if (span_read32(fixed, 4) >= 1 && fixed.size == PVH_BYTES_WITH_MAP)
		pvh_memory_map(memory, fixed, info);
	info->rsdp_phys = span_read64(fixed, 32);
	if (info->rsdp_phys != 0)
		boot_memory_add(info, info->rsdp_phys, RSDP_BYTES, BOOT_MEMORY_LOADER);
	return 0;
}
