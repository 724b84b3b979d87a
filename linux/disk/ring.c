/* SPDX-License-Identifier: MIT */
#include "linux/disk/ring.h"

#include <errno.h>
#include <linux/io_uring.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct {
	int file;
	void *queues;                   /* both rings; NULL: none */
	size_t queues_bytes;
	struct io_uring_sqe *entries;
	size_t entries_bytes;
	unsigned *tail, tail_mask, *numbers;
	unsigned *head, *completed_tail, completed_mask;
	struct io_uring_cqe *completions;
} ring;

static void *ring_map(size_t bytes, off_t offset)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			    ring.file, offset);

	return memory != MAP_FAILED ? memory : NULL;
}

static void ring_find_queues(const struct io_uring_params *params)
{
	char *queues = ring.queues;

	ring.tail = (unsigned *)(queues + params->sq_off.tail);
	ring.tail_mask = *(unsigned *)(queues + params->sq_off.ring_mask);
	ring.numbers = (unsigned *)(queues + params->sq_off.array);
	ring.head = (unsigned *)(queues + params->cq_off.head);
	ring.completed_tail = (unsigned *)(queues + params->cq_off.tail);
	ring.completed_mask = *(unsigned *)(queues + params->cq_off.ring_mask);
	ring.completions = (struct io_uring_cqe *)(queues + params->cq_off.cqes);
}

int ring_open(unsigned depth)
{
	struct io_uring_params params = {0};
	long file = syscall(SYS_io_uring_setup, depth, &params);
	size_t completions_bytes = params.cq_off.cqes +
				   params.cq_entries * sizeof(struct io_uring_cqe);

	if (file < 0)
		return -errno;
	ring.file = (int)file;
	ring.queues_bytes = params.sq_off.array + params.sq_entries * sizeof(unsigned);
	if (completions_bytes > ring.queues_bytes)
		ring.queues_bytes = completions_bytes;
	ring.entries_bytes = params.sq_entries * sizeof(struct io_uring_sqe);
	if ((params.features & IORING_FEAT_SINGLE_MMAP) != 0)
		ring.queues = ring_map(ring.queues_bytes, IORING_OFF_SQ_RING);
	ring.entries = ring_map(ring.entries_bytes, IORING_OFF_SQES);
	if (ring.queues == NULL || ring.entries == NULL) {
		ring_close();
		return -ENOSYS;
	}
	ring_find_queues(&params);
	return 0;
}

void ring_close(void)
{
	if (ring.entries != NULL)
		munmap(ring.entries, ring.entries_bytes);
	if (ring.queues != NULL)
		munmap(ring.queues, ring.queues_bytes);
	if (ring.file > 0)
		close(ring.file);
	ring.file = 0;
	ring.queues = NULL;
	ring.entries = NULL;
}

int ring_submit(int file, void *buffer, uint32_t bytes, uint64_t offset, uint64_t number)
{
	unsigned tail = *ring.tail, index = tail & ring.tail_mask;

	ring.entries[index] = (struct io_uring_sqe){
		.opcode = IORING_OP_READ,
		.fd = file,
		.addr = (uintptr_t)buffer,
		.len = bytes,
		.off = offset,
		.user_data = number,
	};
	ring.numbers[index] = index;
	__atomic_store_n(ring.tail, tail + 1, __ATOMIC_RELEASE);
	if (syscall(SYS_io_uring_enter, ring.file, 1, 0, 0, NULL, 0) == 1)
		return 0;
	__atomic_store_n(ring.tail, tail, __ATOMIC_RELEASE);    /* the kernel took nothing */
	return -EIO;
}

bool ring_poll(uint64_t *number, int *result)
{
	unsigned head = *ring.head;
	const struct io_uring_cqe *completion = &ring.completions[head & ring.completed_mask];

	if (head == __atomic_load_n(ring.completed_tail, __ATOMIC_ACQUIRE))
		return false;
	*number = completion->user_data;
	*result = completion->res;
	__atomic_store_n(ring.head, head + 1, __ATOMIC_RELEASE);
	return true;
}

int ring_sleep(void)
{
	long status = syscall(SYS_io_uring_enter, ring.file, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);

	return status >= 0 || errno == EINTR ? 0 : -errno;
}
