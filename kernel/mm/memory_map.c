/* SPDX-License-Identifier: MIT */
/* The free ranges of physical memory as a sorted list. No hardware access. */
#include "kernel/machine/page_size.h"
#include "kernel/mm/memory.h"


static uint64_t align_down(uint64_t value, uint64_t align)
{
	return value & ~(align - 1);
}

static uint64_t align_up(uint64_t value, uint64_t align)
{
	return value > UINT64_MAX - (align - 1) ? align_down(UINT64_MAX, align)
						: align_down(value + align - 1, align);
}

static uint64_t end_of(uint64_t base, uint64_t size)
{
	return size > UINT64_MAX - base ? UINT64_MAX : base + size;
}

static uint64_t size_of(const struct memory_range *range)
{
	return range->end_phys - range->base_phys;
}

static uint32_t smallest_range(const struct memory_map *map)
{
	uint32_t smallest = 0;

	for (uint32_t i = 1; i < map->count; i++) {
		if (size_of(&map->ranges[i]) < size_of(&map->ranges[smallest]))
			smallest = i;
	}
	return smallest;
}

static void remove_at(struct memory_map *map, uint32_t index)
{
	map->count--;
	for (uint32_t i = index; i < map->count; i++)
		map->ranges[i] = map->ranges[i + 1];
}

/* Insert a range. If the list is full, the smallest range is dropped, so that its memory is not
 * used. */
static void insert_at(struct memory_map *map, uint32_t index, struct memory_range range)
{
	if (map->count == MEMORY_RANGES_MAX) {
		uint32_t smallest = smallest_range(map);

		map->dropped++;
		if (size_of(&range) <= size_of(&map->ranges[smallest]))
			return;
		remove_at(map, smallest);
		if (smallest < index)
			index--;
	}
	for (uint32_t i = map->count++; i > index; i--)
		map->ranges[i] = map->ranges[i - 1];
	map->ranges[index] = range;
}

void memory_map_add(struct memory_map *map, struct memory_range range)
{
	uint32_t i = 0;

	while (i < map->count && map->ranges[i].end_phys < range.base_phys)
		i++;
	while (i < map->count && map->ranges[i].base_phys <= range.end_phys) {
		if (map->ranges[i].base_phys < range.base_phys)
			range.base_phys = map->ranges[i].base_phys;
		if (map->ranges[i].end_phys > range.end_phys)
			range.end_phys = map->ranges[i].end_phys;
		remove_at(map, i);
	}
	insert_at(map, i, range);
}

static void subtract(struct memory_map *map, uint64_t base, uint64_t end)
{
	for (uint32_t i = 0; i < map->count; i++) {
		struct memory_range *range = &map->ranges[i];
		struct memory_range above = {end, range->end_phys};

		if (range->end_phys <= base || range->base_phys >= end)
			continue;
		if (range->base_phys < base) {
			range->end_phys = base;
			if (above.base_phys < above.end_phys)
				insert_at(map, i + 1, above);
		} else if (above.base_phys < above.end_phys) {
			*range = above;
		} else {
			remove_at(map, i--);
		}
	}
}

void memory_map_reserve(struct memory_map *map, uint64_t base_phys, uint64_t size_bytes)
{
	if (size_bytes > 0)
		subtract(map, align_down(base_phys, PAGE_4K),
			 align_up(end_of(base_phys, size_bytes), PAGE_4K));
}

void memory_map_from_boot_info(struct memory_map *map, const struct boot_info *info)
{
	map->count = map->dropped = 0;
	for (uint32_t i = 0; i < info->memory_count; i++) {
		const struct boot_memory *entry = &info->memory[i];
		struct memory_range range = {
			align_up(entry->base_phys, PAGE_4K),
			align_down(end_of(entry->base_phys, entry->size_bytes), PAGE_4K),
		};

		if (entry->type == BOOT_MEMORY_USABLE && range.base_phys < range.end_phys)
			memory_map_add(map, range);
	}
	for (uint32_t i = 0; i < info->memory_count; i++) {
		const struct boot_memory *entry = &info->memory[i];

		if (entry->type != BOOT_MEMORY_USABLE)
			memory_map_reserve(map, entry->base_phys, entry->size_bytes);
	}
}

/* The part of a range that is within another range. If there is none, it is empty, with base_phys
 * >= end_phys. */
static struct memory_range common(const struct memory_range *range, struct memory_range within)
{
	return (struct memory_range){
		.base_phys = range->base_phys > within.base_phys ? range->base_phys
								 : within.base_phys,
		.end_phys = range->end_phys < within.end_phys ? range->end_phys : within.end_phys,
	};
}

/* The highest aligned address in the range where size_bytes fit, or MEMORY_NONE. */
static uint64_t highest_fit(struct memory_range range, uint64_t size_bytes, uint64_t align_bytes)
{
	uint64_t base;

	if (range.end_phys < size_bytes)
		return MEMORY_NONE;
	base = align_down(range.end_phys - size_bytes, align_bytes);
	return base >= range.base_phys ? base : MEMORY_NONE;
}

uint64_t memory_map_alloc(struct memory_map *map, uint64_t size_bytes, uint64_t align_bytes,
			  struct memory_range within)
{
	for (uint32_t i = map->count; i-- > 0;) {
		uint64_t base = highest_fit(common(&map->ranges[i], within), size_bytes,
					    align_bytes);

		if (base != MEMORY_NONE) {
			memory_map_reserve(map, base, size_bytes);
			return base;
		}
	}
	return MEMORY_NONE;
}

uint64_t memory_map_largest(const struct memory_map *map, uint64_t align_bytes,
			    struct memory_range within)
{
	uint64_t largest = 0;

	for (uint32_t i = 0; i < map->count; i++) {
		struct memory_range range = common(&map->ranges[i], within);
		uint64_t base = align_up(range.base_phys, align_bytes);
		uint64_t end = align_down(range.end_phys, align_bytes);

		if (base < end && end - base > largest)
			largest = end - base;
	}
	return largest;
}
