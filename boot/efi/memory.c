/* SPDX-License-Identifier: MIT */
/* See memory.h. Section 7.2, "Memory Allocation Services". */
#include "boot/efi/memory.h"

#include "boot/layout.h"
#include "boot/memory_map.h"
#include "lib/text/string.h"

#define MAP_SLACK_BYTES 4096            /* room for descriptors that the allocation itself adds */
#define MAP_TRIES 8
#define PIECES_MAX 128
#define PIECE_PAGES_LEAST 256           /* smaller pieces are not worth a range */
#define FIRMWARE_PAGES 4096             /* left for the firmware's file system and drivers */
#define FIRMWARE_SHARE 8                /* on a small machine, this part of memory */

struct memory_piece {
	EFI_PHYSICAL_ADDRESS phys;
	UINTN pages;
};

static struct {
	struct memory_piece pieces[PIECES_MAX];
	unsigned count;
} taken;

/* Section 37.3, "EFI Memory Attribute Protocol". gnu-efi before version 4 has no header for it. */
#define MEMORY_ATTRIBUTE_GUID \
	{0xf4560cf6, 0x40ec, 0x4b4a, {0xa1, 0x92, 0xbf, 0x1d, 0x57, 0xd0, 0xb1, 0x89}}
#define ATTRIBUTES_AGAINST_CODE (1ull << 14 | 1ull << 17)        /* XP: not executable; RO */

struct memory_attribute_protocol {
	void *get, *set;
	EFI_STATUS (EFIAPI *clear)(struct memory_attribute_protocol *self,
				   EFI_PHYSICAL_ADDRESS base, UINT64 size_bytes, UINT64 attributes);
};

/* Allow execution in memory that was allocated. Firmware with the protocol may make any such memory
 * non-executable. */
static void allow_code(EFI_PHYSICAL_ADDRESS phys, UINTN pages)
{
	EFI_GUID guid = MEMORY_ATTRIBUTE_GUID;
	struct memory_attribute_protocol *attributes;

	if (firmware_services->LocateProtocol(&guid, NULL, (void **)&attributes) == EFI_SUCCESS)
		attributes->clear(attributes, phys, pages * EFI_PAGE_SIZE, ATTRIBUTES_AGAINST_CODE);
}

EFI_STATUS memory_read_map(struct memory_map *map)
{
	for (unsigned i = 0; i < MAP_TRIES; i++) {
		UINT32 version;
		EFI_STATUS status;

		map->bytes = map->capacity_bytes;
		status = firmware_services->GetMemoryMap(&map->bytes, map->descriptors, &map->key,
							 &map->descriptor_bytes, &version);
		if (status == EFI_SUCCESS && map->descriptor_bytes < sizeof(*map->descriptors))
			return EFI_UNSUPPORTED;
		if (status != EFI_BUFFER_TOO_SMALL)
			return status;
		if (map->descriptors != NULL)
			firmware_services->FreePool(map->descriptors);
		map->descriptors = NULL;
		map->capacity_bytes = map->bytes + MAP_SLACK_BYTES;
		status = firmware_services->AllocatePool(EfiLoaderData, map->capacity_bytes,
							 (void **)&map->descriptors);
		if (status != EFI_SUCCESS) {
			map->capacity_bytes = 0;
			return status;
		}
	}
	return EFI_BUFFER_TOO_SMALL;
}

void *memory_allocate_low(UINTN size_bytes, EFI_PHYSICAL_ADDRESS wanted_phys)
{
	UINTN pages = EFI_SIZE_TO_PAGES(size_bytes);
	EFI_PHYSICAL_ADDRESS phys = wanted_phys;

	if (wanted_phys == 0 || firmware_services->AllocatePages(AllocateAddress, EfiLoaderCode,
								 pages, &phys)) {
		phys = KERNEL_ADDRESS_MAX;
		if (firmware_services->AllocatePages(
			    AllocateMaxAddress, EfiLoaderCode,
			    pages + KERNEL_ALIGN_BYTES / EFI_PAGE_SIZE - 1, &phys))
			return NULL;
		phys = (phys + KERNEL_ALIGN_BYTES - 1) / KERNEL_ALIGN_BYTES * KERNEL_ALIGN_BYTES;
	}
	allow_code(phys, pages);
	memset((void *)phys, 0, pages * EFI_PAGE_SIZE);
	return (void *)phys;
}

static const EFI_MEMORY_DESCRIPTOR *descriptor_at(const struct memory_map *map, UINTN at)
{
	return (const EFI_MEMORY_DESCRIPTOR *)((const char *)map->descriptors + at);
}

/* Get the place for a larger piece, or NULL. */
static struct memory_piece *place_for(UINTN pages)
{
	struct memory_piece *smallest = &taken.pieces[0];

	if (taken.count < PIECES_MAX)
		return &taken.pieces[taken.count++];
	for (unsigned i = 1; i < taken.count; i++) {
		if (taken.pieces[i].pages < smallest->pages)
			smallest = &taken.pieces[i];
	}
	return smallest->pages < pages ? smallest : NULL;
}

/* Collect the largest pieces before allocating any of them, because allocation changes the map. */
static void collect_pieces(const struct memory_map *map)
{
	uint64_t wanted = boot_memory_efi_wanted(map->descriptors, map->bytes,
						 map->descriptor_bytes);

	taken.count = 0;
	for (UINTN at = 0; map->bytes - at >= map->descriptor_bytes; at += map->descriptor_bytes) {
		const EFI_MEMORY_DESCRIPTOR *descriptor = descriptor_at(map, at);
		struct memory_piece *piece = NULL;

		if (descriptor->Type == EfiConventionalMemory &&
		    boot_memory_efi_is_plain(descriptor->Attribute, wanted) &&
		    descriptor->NumberOfPages >= PIECE_PAGES_LEAST)
			piece = place_for(descriptor->NumberOfPages);
		if (piece != NULL)
			*piece = (struct memory_piece){descriptor->PhysicalStart,
						       descriptor->NumberOfPages};
	}
}

/* Leave the end of the largest piece to the firmware, which allocates there first. */
static void leave_some(void)
{
	UINTN all_pages = 0, left;
	unsigned largest = 0;

	for (unsigned i = 0; i < taken.count; i++) {
		all_pages += taken.pieces[i].pages;
		if (taken.pieces[i].pages > taken.pieces[largest].pages)
			largest = i;
	}
	left = all_pages / FIRMWARE_SHARE;
	if (left > FIRMWARE_PAGES)
		left = FIRMWARE_PAGES;
	if (taken.pieces[largest].pages > left)
		taken.pieces[largest].pages -= left;
}

static void take_pieces(struct boot_info *info)
{
	unsigned count = 0;

	for (unsigned i = 0; i < taken.count; i++) {
		struct memory_piece piece = taken.pieces[i];

		if (firmware_services->AllocatePages(AllocateAddress, EfiLoaderData, piece.pages,
						     &piece.phys))
			continue;
		boot_memory_add(info, piece.phys, piece.pages * EFI_PAGE_SIZE, BOOT_MEMORY_USABLE);
		taken.pieces[count++] = piece;
	}
	taken.count = count;
}

/* The pages that were taken from the start of a free range. */
static UINTN pages_taken(EFI_PHYSICAL_ADDRESS phys)
{
	for (unsigned i = 0; i < taken.count; i++) {
		if (taken.pieces[i].phys == phys)
			return taken.pieces[i].pages;
	}
	return 0;
}

/* Add the free memory that stays with the firmware. */
static void add_rest(struct boot_info *info, const struct memory_map *map)
{
	for (UINTN at = 0; map->bytes - at >= map->descriptor_bytes; at += map->descriptor_bytes) {
		const EFI_MEMORY_DESCRIPTOR *descriptor = descriptor_at(map, at);
		UINTN pages = pages_taken(descriptor->PhysicalStart);

		if (descriptor->Type == EfiConventionalMemory && descriptor->NumberOfPages > pages)
			boot_memory_add(info, descriptor->PhysicalStart + pages * EFI_PAGE_SIZE,
					(descriptor->NumberOfPages - pages) * EFI_PAGE_SIZE,
					BOOT_MEMORY_OTHER);
	}
}

/* Adds the usable pieces first, so that a full table loses other ranges. */
const char *memory_take(struct boot_info *info)
{
	struct memory_map map = {0};

	if (memory_read_map(&map) != EFI_SUCCESS)
		return "cannot read the firmware's memory map";
	collect_pieces(&map);
	leave_some();
	take_pieces(info);
	add_rest(info, &map);
	boot_memory_add_efi_kept(info, map.descriptors, map.bytes, map.descriptor_bytes);
	firmware_services->FreePool(map.descriptors);
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
