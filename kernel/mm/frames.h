/* SPDX-License-Identifier: MIT */
/* Page frames of one size, out of one block of memory, each with a count of those who use it.
 * Pure computation, tested natively. */
#ifndef KERNEL_MM_FRAMES_H
#define KERNEL_MM_FRAMES_H

#include <stdint.h>

struct frames {
	uint8_t *base;                  /* of the first frame */
	uint64_t base_phys;
	unsigned shift;                 /* a frame is 1 << shift bytes */
	uint32_t count;
	uint32_t free_count;
	uint32_t first_free;            /* number of a frame, if free_count is not 0 */
	uint32_t *users;                /* of each frame; if it is free, the next free one */
};

/* Divide a block into frames of frame_bytes, PAGE_4K or PAGE_2M, all free; its address and its size
 * are multiples of that. The counts take the first frames of it. */
void frames_init(struct frames *frames, void *block, uint64_t block_phys, uint64_t size_bytes,
		 uint64_t frame_bytes);

/* How large a block must be to give so many frames. */
uint64_t frames_block_bytes(uint64_t count, uint64_t frame_bytes);

/* A frame with one user, its contents unspecified; NULL if none is free. */
void *frames_alloc(struct frames *frames);

/* Physical address of a frame. */
uint64_t frames_phys(const struct frames *frames, const void *frame);

/* One user more, or less, of the frame at phys; without a user it is free. */
void frames_share(struct frames *frames, uint64_t phys);
void frames_drop(struct frames *frames, uint64_t phys);

uint32_t frames_users(const struct frames *frames, uint64_t phys);

#endif
