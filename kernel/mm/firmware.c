/* SPDX-License-Identifier: MIT */
/* See firmware.h. */
#include "kernel/mm/firmware.h"

#include "bench/engine/warning.h"
#include "kernel/core/image.h"
#include "kernel/machine/paging.h"

static const struct boot_info *boot;

void firmware_init(const struct boot_info *info)
{
	boot = info;
}

uint64_t firmware_end_phys(void)
{
	return 1ull << paging_address_bits();
}

bool firmware_is_addressable(uint64_t phys, size_t size_bytes)
{
	uint64_t end = firmware_end_phys();

	return phys != 0 && phys < end && size_bytes <= end - phys;
}

static bool overlap(uint64_t phys_a, uint64_t size_a, uint64_t phys_b, uint64_t size_b)
{
	return phys_a < phys_b + size_b && phys_b < phys_a + size_a;
}

bool firmware_is_memory(uint64_t phys, uint64_t size_bytes)
{
	if (overlap(phys, size_bytes, kernel_phys_base, image_size_bytes()))
		return true;
	for (uint32_t i = 0; i < boot->memory_count; i++) {
		const struct boot_memory *range = &boot->memory[i];

		if (range->type != BOOT_MEMORY_RESERVED &&
		    overlap(phys, size_bytes, range->base_phys, range->size_bytes))
			return true;
	}
	return false;
}

const char *firmware_reason_against(uint64_t phys, uint64_t size_bytes)
{
	if (!firmware_is_addressable(phys, size_bytes))
		return "beyond the CPU's addresses";
	return firmware_is_memory(phys, size_bytes) ? "an address of memory" : NULL;
}

volatile void *firmware_map_device(const char *device, uint64_t phys, size_t size_bytes)
{
	const char *why = firmware_reason_against(phys, size_bytes);

	if (why == NULL)
		return paging_map_device(phys, size_bytes);
	warning(device, "registers at %#lx: %s; not used", phys, why);
	return NULL;
}

const uint8_t *firmware_map(uint64_t phys, size_t size_bytes)
{
	if (size_bytes == 0 || !firmware_is_addressable(phys, size_bytes))
		return NULL;
	return paging_map_firmware(phys, size_bytes);
}
