/* SPDX-License-Identifier: MIT */
/* System calls of threads. A thread that waits in a call is switched within it, on its own kernel
 * stack. */
#include "kernel/task/calls.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/os/ring.h"
#include "kernel/machine/extended_state.h"
#include "kernel/machine/user_access.h"
#include "kernel/task/thread.h"
#include "lib/text/errno.h"

static struct {
	struct channel *channels;
	unsigned count;
	bool is_protected;      /* user memory needs user_access_begin() */
	struct extended_state_way way;
} calls_state;

/* Tables of calls_enter.S name these functions. */
uint64_t calls_yield(struct trap_frame *frame);
uint64_t calls_yield_saving(struct trap_frame *frame);
uint64_t calls_read(struct trap_frame *frame);
uint64_t calls_write(struct trap_frame *frame);
uint64_t calls_unknown(struct trap_frame *frame);

static uint64_t calls_fetch(const uint64_t *word)
{
	uint64_t value;

	if (calls_state.is_protected)
		user_access_begin();
	value = *(const volatile uint64_t *)word;
	if (calls_state.is_protected)
		user_access_end();
	return value;
}

static void calls_store(uint64_t *word, uint64_t value)
{
	if (calls_state.is_protected)
		user_access_begin();
	*(volatile uint64_t *)word = value;
	if (calls_state.is_protected)
		user_access_end();
}

/* Check a transfer. Returns 0, or the error in its channel, address or size. */
static int calls_check(const struct trap_frame *frame)
{
	if (call_argument(frame, 0) >= calls_state.count)
		return -EBADF;
	if (call_argument(frame, 1) >= LOWER_HALF_END_VIRT - RING_WORD_BYTES)
		return -EFAULT;
	return call_argument(frame, 2) == RING_WORD_BYTES ? 0 : -EINVAL;
}

uint64_t calls_yield(struct trap_frame *frame)
{
	(void)frame;
	thread_yield();
	return 0;
}

uint64_t calls_yield_saving(struct trap_frame *frame)
{
	void *area = thread_state_area();

	(void)frame;
	calls_state.way.save(area);
	thread_yield();
	calls_state.way.restore(area);
	return 0;
}

uint64_t calls_read(struct trap_frame *frame)
{
	int error = calls_check(frame);

	if (error != 0)
		return (uint64_t)error;
	calls_store((uint64_t *)(uintptr_t)call_argument(frame, 1),
		    channel_receive(&calls_state.channels[call_argument(frame, 0)]));
	return RING_WORD_BYTES;
}

uint64_t calls_write(struct trap_frame *frame)
{
	int error = calls_check(frame);

	if (error != 0)
		return (uint64_t)error;
	channel_send(&calls_state.channels[call_argument(frame, 0)],
		     calls_fetch((const uint64_t *)(uintptr_t)call_argument(frame, 1)));
	return RING_WORD_BYTES;
}

uint64_t calls_unknown(struct trap_frame *frame)
{
	(void)frame;
	return (uint64_t)-ENOSYS;
}

void calls_open(struct channel *channels, unsigned count, const struct extended_state_way *way)
{
	calls_state.channels = channels;
	calls_state.count = count;
	calls_state.is_protected = user_access_is_protected();
	if (way != NULL)
		calls_state.way = *way;
	calls_enter_by(way != NULL);
}
