/* SPDX-License-Identifier: MIT */
/* Memory maps: see memory_map.h. The EFI part uses no firmware headers, because the kernel also
 * parses an EFI map if GRUB passes one. */
#include "boot/memory_map.h"

#include "lib/text/string.h"

/* UEFI Specification 2.10, section 7.2, "Memory Allocation Services": memory types, and
 * EFI_MEMORY_DESCRIPTOR of GetMemoryMap. */
enum efi_memory_type {
	EFI_RESERVED = 0,
	EFI_LOADER_CODE = 1,
	EFI_LOADER_DATA = 2,
	EFI_BOOT_SERVICES_CODE = 3,
	EFI_BOOT_SERVICES_DATA = 4,
	EFI_RUNTIME_SERVICES_CODE = 5,
	EFI_CONVENTIONAL = 7,
	EFI_UNUSABLE = 8,
	EFI_ACPI_RECLAIM = 9,
	EFI_ACPI_NVS = 10,
	EFI_PERSISTENT = 14,
	EFI_UNACCEPTED = 15,
};

/* Descriptor attributes, same section. EFI_SPECIFIC_PURPOSE marks memory reserved for a device or
 * driver; EFI_WRITE_BACK marks RAM; EFI_RUNTIME marks what runtime services use. */
#define EFI_WRITE_BACK (1ull << 3)
#define EFI_SPECIFIC_PURPOSE (1ull << 18)
#define EFI_RUNTIME (1ull << 63)

#define EFI_PAGE_BYTES 4096

struct efi_descriptor {
	uint32_t type;
	uint32_t reserved;
	uint64_t base_phys;
	uint64_t base_virt;
	uint64_t pages;
	uint64_t attributes;
};

uint64_t boot_memory_efi_wanted(const void *map, size_t map_bytes, size_t descriptor_bytes)
{
	struct efi_descriptor descriptor;

	if (descriptor_bytes < sizeof(descriptor))
		return 0;
	for (size_t at = 0; map_bytes - at >= descriptor_bytes; at += descriptor_bytes) {
		memcpy(&descriptor, (const char *)map + at, sizeof(descriptor));
		if (descriptor.type == EFI_CONVENTIONAL &&
		    (descriptor.attributes & EFI_WRITE_BACK) != 0)
			return EFI_WRITE_BACK;
	}
	return 0;
}

bool boot_memory_efi_is_plain(uint64_t attributes, uint64_t wanted)
{
	return (attributes & (wanted | EFI_SPECIFIC_PURPOSE)) == wanted;
}

static enum boot_memory_type type_from_efi(uint32_t type, bool is_plain)
{
	switch (type) {
	case EFI_LOADER_CODE:
	case EFI_LOADER_DATA:
	case EFI_BOOT_SERVICES_CODE:
	case EFI_BOOT_SERVICES_DATA:
	case EFI_CONVENTIONAL:
		return is_plain ? BOOT_MEMORY_USABLE : BOOT_MEMORY_OTHER;
	case EFI_UNUSABLE:
		return BOOT_MEMORY_BAD;
	case EFI_ACPI_RECLAIM:
		return BOOT_MEMORY_ACPI;
	case EFI_ACPI_NVS:
		return BOOT_MEMORY_NVS;
	case EFI_PERSISTENT:
	case EFI_UNACCEPTED:
		return BOOT_MEMORY_OTHER;
	default:
		return BOOT_MEMORY_RESERVED;
	}
}

static uint64_t end_of(const struct boot_memory *entry)
{
	return entry->base_phys + entry->size_bytes;
}

static void remove_at(struct boot_info *info, uint32_t index)
{
	info->memory_count--;
	memmove(&info->memory[index], &info->memory[index + 1],
		(info->memory_count - index) * sizeof(info->memory[0]));
}

/* Extend an entry over the next one and the gap between them. */
static void join_next(struct boot_info *info, uint32_t index)
{
	struct boot_memory *entry = &info->memory[index], *next = entry + 1;

	if (end_of(next) > end_of(entry))
		entry->size_bytes = end_of(next) - entry->base_phys;
	if (entry->type != next->type)
		entry->type = BOOT_MEMORY_RESERVED;
	remove_at(info, index + 1);
}

static uint64_t gap_to_next(const struct boot_memory *entry)
{
	return entry[1].base_phys > end_of(entry) ? entry[1].base_phys - end_of(entry) : 0;
}

/* Make room at the lowest cost in usable memory. Of two ways, the one that loses less usable memory
 * is taken: join two entries that are not usable, with the smallest gap, or drop the smallest
 * usable entry. Both ways leave all other memory as it was. */
static void make_room(struct boot_info *info)
{
	uint32_t smallest = 0, nearest = 0;
	uint64_t smallest_bytes = UINT64_MAX, nearest_bytes = UINT64_MAX;

	for (uint32_t i = 0; i < info->memory_count; i++) {
		const struct boot_memory *entry = &info->memory[i];

		if (entry->type == BOOT_MEMORY_USABLE) {
			if (entry->size_bytes < smallest_bytes) {
				smallest = i;
				smallest_bytes = entry->size_bytes;
			}
		} else if (i + 1 < info->memory_count && entry[1].type != BOOT_MEMORY_USABLE &&
			   gap_to_next(entry) < nearest_bytes) {
			nearest = i;
			nearest_bytes = gap_to_next(entry);
		}
	}
	if (nearest_bytes <= smallest_bytes) {
		join_next(info, nearest);
		return;
	}
	remove_at(info, smallest);
	info->memory_dropped++;
}

/* The place of a range in the sorted table. */
static uint32_t place_of(const struct boot_info *info, uint64_t base_phys)
{
	uint32_t index = info->memory_count;

	while (index > 0 && info->memory[index - 1].base_phys > base_phys)
		index--;
	return index;
}

static bool can_join_next(const struct boot_info *info, uint32_t index)
{
	const struct boot_memory *entry = &info->memory[index];

	return index + 1 < info->memory_count && entry->type == entry[1].type &&
	       gap_to_next(entry) == 0;
}

void boot_memory_add(struct boot_info *info, uint64_t base_phys, uint64_t size_bytes,
		     enum boot_memory_type type)
{
	uint32_t index = place_of(info, base_phys);

	if (size_bytes > UINT64_MAX - base_phys)
		size_bytes = UINT64_MAX - base_phys;
	if (size_bytes == 0)
		return;
	memmove(&info->memory[index + 1], &info->memory[index],
		(info->memory_count++ - index) * sizeof(info->memory[0]));
	info->memory[index] = (struct boot_memory){
		.base_phys = base_phys, .size_bytes = size_bytes, .type = type,
	};
	while (can_join_next(info, index))
		join_next(info, index);
	if (index > 0 && can_join_next(info, index - 1))
		join_next(info, index - 1);
	if (info->memory_count == BOOT_MEMORY_MAX)
		make_room(info);
}

static void add_runtime(struct boot_info *info, const struct efi_descriptor *descriptor)
{
	if ((descriptor->attributes & EFI_RUNTIME) == 0 || descriptor->pages == 0 ||
	    info->runtime_count > BOOT_RUNTIME_MAX)
		return;
	if (info->runtime_count < BOOT_RUNTIME_MAX)
		info->runtime[info->runtime_count] = (struct boot_runtime){
			.base_phys = descriptor->base_phys,
			.size_bytes = descriptor->pages * EFI_PAGE_BYTES,
			.kind = descriptor->type == EFI_RUNTIME_SERVICES_CODE ? BOOT_RUNTIME_CODE
				: (descriptor->attributes & EFI_WRITE_BACK) != 0
					? BOOT_RUNTIME_DATA : BOOT_RUNTIME_DEVICE,
		};
	info->runtime_count++;
}

static void add_each(struct boot_info *info, const void *map, size_t map_bytes,
		     size_t descriptor_bytes, bool is_kept)
{
	uint64_t wanted = boot_memory_efi_wanted(map, map_bytes, descriptor_bytes);
	struct efi_descriptor descriptor;

	if (descriptor_bytes < sizeof(descriptor))
		return;
	for (size_t at = 0; map_bytes - at >= descriptor_bytes; at += descriptor_bytes) {
		enum boot_memory_type type;
		uint64_t size_bytes;

		memcpy(&descriptor, (const char *)map + at, sizeof(descriptor));
		type = type_from_efi(descriptor.type,
				     boot_memory_efi_is_plain(descriptor.attributes, wanted));
		if (is_kept && type == BOOT_MEMORY_USABLE) {
			if (descriptor.type == EFI_CONVENTIONAL)
				continue;
			type = BOOT_MEMORY_OTHER;
		}
		if (__builtin_mul_overflow(descriptor.pages, EFI_PAGE_BYTES, &size_bytes))
			size_bytes = UINT64_MAX;
		boot_memory_add(info, descriptor.base_phys, size_bytes, type);
		if (!is_kept)
			add_runtime(info, &descriptor);
	}
}

void boot_memory_add_efi(struct boot_info *info, const void *map, size_t map_bytes,
			 size_t descriptor_bytes)
{
	add_each(info, map, map_bytes, descriptor_bytes, false);
}

void boot_memory_add_efi_kept(struct boot_info *info, const void *map, size_t map_bytes,
			      size_t descriptor_bytes)
{
	add_each(info, map, map_bytes, descriptor_bytes, true);
}
