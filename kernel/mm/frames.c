/* SPDX-License-Identifier: MIT */
/* Free frames form a list: the reference count of a free frame holds the number of the next free
 * frame. */
#include "kernel/mm/frames.h"

#include <stddef.h>

static uint64_t count_bytes(uint64_t count, uint64_t frame_bytes)
{
	return (count * sizeof(uint32_t) + frame_bytes - 1) / frame_bytes * frame_bytes;
}

uint64_t frames_block_bytes(uint64_t count, uint64_t frame_bytes)
{
	return count * frame_bytes + count_bytes(count, frame_bytes);
}

void frames_init(struct frames *frames, void *block, uint64_t block_phys, uint64_t size_bytes,
		 uint64_t frame_bytes)
{
	uint64_t offset = count_bytes(size_bytes / frame_bytes, frame_bytes);

	frames->users = block;
	frames->base = (uint8_t *)block + offset;
	frames->base_phys = block_phys + offset;
	frames->shift = (unsigned)__builtin_ctzll(frame_bytes);
	frames->count = frames->free_count = (uint32_t)((size_bytes - offset) >> frames->shift);
	frames->first_free = 0;
	for (uint32_t i = 0; i < frames->count; i++)
		frames->users[i] = i + 1;
}

static uint32_t frames_number_of(const struct frames *frames, uint64_t phys)
{
	return (uint32_t)((phys - frames->base_phys) >> frames->shift);
}

void *frames_alloc(struct frames *frames)
{
	uint32_t number = frames->first_free;

	if (frames->free_count == 0)
		return NULL;
	frames->free_count--;
	frames->first_free = frames->users[number];
	frames->users[number] = 1;
	return frames->base + ((uint64_t)number << frames->shift);
}

uint64_t frames_phys(const struct frames *frames, const void *frame)
{
	return frames->base_phys + (uint64_t)((const uint8_t *)frame - frames->base);
}

void frames_share(struct frames *frames, uint64_t phys)
{
	frames->users[frames_number_of(frames, phys)]++;
}

void frames_drop(struct frames *frames, uint64_t phys)
{
	uint32_t number = frames_number_of(frames, phys);

	if (--frames->users[number] > 0)
		return;
	frames->users[number] = frames->first_free;
	frames->first_free = number;
	frames->free_count++;
}

uint32_t frames_users(const struct frames *frames, uint64_t phys)
{
	return frames->users[frames_number_of(frames, phys)];
}
