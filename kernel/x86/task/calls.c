/* SPDX-License-Identifier: MIT */
/* System calls of threads. A thread that waits in a call is switched within it, on its own kernel
 * stack. */
#include "kernel/x86/task/calls.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/os/ring.h"
#include "kernel/task/thread.h"
#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/extended_state.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define LOWER_HALF_END 0x0000800000000000ull

static struct {
	struct channel *channels;
	unsigned count;
	bool has_smap;          /* user memory needs STAC and CLAC */
	struct extended_state_way way;
} calls_state;

/* Defined in calls.S, which names the functions below. */
void calls_enter(void);
void calls_enter_saving(void);
uint64_t calls_yield(struct trap_frame *frame);
uint64_t calls_yield_saving(struct trap_frame *frame);
uint64_t calls_read(struct trap_frame *frame);
uint64_t calls_write(struct trap_frame *frame);
uint64_t calls_unknown(struct trap_frame *frame);

static uint64_t calls_fetch(const uint64_t *word)
{
	uint64_t value;

	if (calls_state.has_smap)
		stac();
	value = *(const volatile uint64_t *)word;
	if (calls_state.has_smap)
		clac();
	return value;
}

static void calls_store(uint64_t *word, uint64_t value)
{
	if (calls_state.has_smap)
		stac();
	*(volatile uint64_t *)word = value;
	if (calls_state.has_smap)
		clac();
}

/* Returns 0, or the error in a transfer's channel, address or size. */
static int calls_check(const struct trap_frame *frame)
{
	if (frame->rdi >= calls_state.count)
		return -EBADF;
	if (frame->rsi >= LOWER_HALF_END - RING_WORD_BYTES)
		return -EFAULT;
	return frame->rdx == RING_WORD_BYTES ? 0 : -EINVAL;
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
	calls_store((uint64_t *)(uintptr_t)frame->rsi,
		    channel_receive(&calls_state.channels[frame->rdi]));
	return RING_WORD_BYTES;
}

uint64_t calls_write(struct trap_frame *frame)
{
	int error = calls_check(frame);

	if (error != 0)
		return (uint64_t)error;
	channel_send(&calls_state.channels[frame->rdi],
		     calls_fetch((const uint64_t *)(uintptr_t)frame->rsi));
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
	calls_state.has_smap = (read_cr4() & CR4_SMAP) != 0;
	if (way != NULL)
		calls_state.way = *way;
	wrmsr(MSR_LSTAR, (uintptr_t)(way != NULL ? calls_enter_saving : calls_enter));
}

void calls_close(void)
{
	wrmsr(MSR_LSTAR, 0);
}
