/* SPDX-License-Identifier: MIT */
/* See memory.h. Section 7.2, "Memory Allocation Services". */
#include "boot/efi/memory.h"

#include "boot/memory_map.h"
#include "lib/text/string.h"

#define BELOW_4_GIB 0xffffffff
#define MAP_SLACK_DESCRIPTORS 16
#define PIECES_MAX 128
#define PIECE_PAGES_LEAST 256           /* smaller pieces do not deserve a range */
#define FIRMWARE_PAGES 4096             /* left for the firmware's file system and drivers */
#define FIRMWARE_SHARE 8                /* on a small machine, an eighth */

static struct {
	struct {
		EFI_PHYSICAL_ADDRESS phys;
		UINTN pages;
	} pieces[PIECES_MAX];
	unsigned count;
} taken;

EFI_STATUS memory_read_map(struct memory_map *map)
{
	UINT32 version;

	map->bytes = map->capacity_bytes;
	return firmware_services->GetMemoryMap(&map->bytes, map->descriptors, &map->key,
					       &map->descriptor_bytes, &version);
}

EFI_STATUS memory_allocate_map(struct memory_map *map)
{
	EFI_STATUS status = memory_read_map(map);

	if (status != EFI_BUFFER_TOO_SMALL)
		return status ? status : EFI_LOAD_ERROR;
	map->capacity_bytes = map->bytes + MAP_SLACK_DESCRIPTORS * map->descriptor_bytes;
	return firmware_services->AllocatePool(EfiLoaderData, map->capacity_bytes,
					       (void **)&map->descriptors);
}

void *memory_allocate_low(UINTN size_bytes, EFI_PHYSICAL_ADDRESS wanted_phys)
{
	UINTN pages = EFI_SIZE_TO_PAGES(size_bytes);
	EFI_PHYSICAL_ADDRESS phys = wanted_phys;

	if (wanted_phys == 0 || firmware_services->AllocatePages(AllocateAddress, EfiLoaderCode,
								 pages, &phys)) {
		phys = BELOW_4_GIB;
		if (firmware_services->AllocatePages(AllocateMaxAddress, EfiLoaderCode, pages,
						     &phys))
			return NULL;
	}
	memset((void *)phys, 0, pages * EFI_PAGE_SIZE);
	return (void *)phys;
}

static const EFI_MEMORY_DESCRIPTOR *descriptor_at(const struct memory_map *map, UINTN at)
{
	return (const EFI_MEMORY_DESCRIPTOR *)((const char *)map->descriptors + at);
}

/* Collect all pieces before allocating any: allocation changes the map. */
static UINTN collect_pieces(const struct memory_map *map)
{
	UINTN pages = 0;

	taken.count = 0;
	for (UINTN at = 0; map->bytes - at >= map->descriptor_bytes; at += map->descriptor_bytes) {
		const EFI_MEMORY_DESCRIPTOR *descriptor = descriptor_at(map, at);

		if (descriptor->Type != EfiConventionalMemory ||
		    descriptor->NumberOfPages < PIECE_PAGES_LEAST || taken.count == PIECES_MAX)
			continue;
		taken.pieces[taken.count].phys = descriptor->PhysicalStart;
		taken.pieces[taken.count++].pages = descriptor->NumberOfPages;
		pages += descriptor->NumberOfPages;
	}
	return pages;
}

/* Leave the end of the largest piece, where firmware allocates first. */
static void leave_some(UINTN all_pages)
{
	UINTN left = all_pages / FIRMWARE_SHARE;
	unsigned largest = 0;

	if (left > FIRMWARE_PAGES)
		left = FIRMWARE_PAGES;
	for (unsigned i = 1; i < taken.count; i++) {
		if (taken.pieces[i].pages > taken.pieces[largest].pages)
			largest = i;
	}
	if (taken.pieces[largest].pages > left)
		taken.pieces[largest].pages -= left;
}

static void take_pieces(struct boot_info *info)
{
	unsigned count = 0;

	for (unsigned i = 0; i < taken.count; i++) {
		EFI_PHYSICAL_ADDRESS phys = taken.pieces[i].phys;
		UINTN pages = taken.pieces[i].pages;

		if (firmware_services->AllocatePages(AllocateAddress, EfiLoaderData, pages, &phys))
			continue;
		boot_memory_add(info, phys, pages * EFI_PAGE_SIZE, BOOT_MEMORY_USABLE);
		taken.pieces[count].phys = phys;
		taken.pieces[count++].pages = pages;
	}
	taken.count = count;
}

const char *memory_take(struct boot_info *info)
{
	struct memory_map map = {0};

	if (memory_allocate_map(&map) != EFI_SUCCESS || memory_read_map(&map) != EFI_SUCCESS)
		return "cannot read the firmware's memory map";
	boot_memory_add_efi_kept(info, map.descriptors, map.bytes, map.descriptor_bytes);
	leave_some(collect_pieces(&map));
	firmware_services->FreePool(map.descriptors);
	take_pieces(info);
	return taken.count > 0 ? NULL : "no free memory";
}

void memory_release(void)
{
	while (taken.count > 0) {
		taken.count--;
		firmware_services->FreePages(taken.pieces[taken.count].phys,
					     taken.pieces[taken.count].pages);
	}
}
