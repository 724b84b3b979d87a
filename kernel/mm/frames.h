/* SPDX-License-Identifier: MIT */
/* Page frames of one size from one block of memory, with reference counts. No hardware access. */
#ifndef KERNEL_MM_FRAMES_H
#define KERNEL_MM_FRAMES_H

#include <stdint.h>

struct frames {
	uint8_t *base;                  /* address of the first frame */
	uint64_t base_phys;
	unsigned shift;                 /* log2 of the frame size in bytes */
	uint32_t count;
	uint32_t free_count;
	uint32_t first_free;            /* number of a free frame; valid if free_count is not 0 */
	uint32_t *users;                /* reference count of each used frame; number of the next
					 * free frame for each free frame */
};

/* Divide a block into free frames of frame_bytes, which is PAGE_4K or PAGE_2M. The block's address
 * and size must be multiples of frame_bytes. The first frames hold the reference counts. */
void frames_init(struct frames *frames, void *block, uint64_t block_phys, uint64_t size_bytes,
		 uint64_t frame_bytes);

/* Block size for a number of frames. */
uint64_t frames_block_bytes(uint64_t count, uint64_t frame_bytes);

/* Allocate a frame with one user and unspecified contents. Returns NULL if none is free. */
void *frames_alloc(struct frames *frames);

uint64_t frames_phys(const struct frames *frames, const void *frame);

/* Add or remove a user of the frame at phys. A frame without users is free. */
void frames_share(struct frames *frames, uint64_t phys);
void frames_drop(struct frames *frames, uint64_t phys);

uint32_t frames_users(const struct frames *frames, uint64_t phys);

#endif
