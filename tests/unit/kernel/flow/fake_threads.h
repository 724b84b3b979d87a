/* SPDX-License-Identifier: MIT */
/* The recorder on one CPU with fake threads. The test sets the current thread. */
#ifndef TESTS_UNIT_KERNEL_FLOW_FAKE_THREADS_H
#define TESTS_UNIT_KERNEL_FLOW_FAKE_THREADS_H

#include "tests/unit/unit.h"

#include "kernel/flow/sched.h"
#include "kernel/machine/cpu.h"

#define EVENTS 64

/* Object numbers in events. */
enum {PORT = 1, MODULE, DEVICE, DEVICE_QUEUE, LOCK, LOCK_QUEUE, DISK};

extern struct threads {
	struct cpu cpu;
	struct flow_event events[EVENTS + 1];
	struct flow_thread a, b, *current;
	unsigned sleeps, wakes;
	struct flow_thread *woken;
} threads;

#define RESET_TEST(name) TEST_WITH(name, threads_reset, NULL)
int threads_reset(void **state);

/* The recorder's ring: begin again with room for this many events, and the nth event. */
struct flow_ring *threads_ring(void);
void threads_use_ring_of(uint32_t events);
const struct flow_event *threads_event(unsigned nth);

/* The events from the nth on must be exactly these kinds. */
void threads_assert_kinds(unsigned nth, const uint8_t *kinds, unsigned count);
#define ASSERT_KINDS(nth, ...) \
	threads_assert_kinds(nth, (const uint8_t[]){__VA_ARGS__}, \
			     sizeof((uint8_t[]){__VA_ARGS__}))

/* Make A and B work for one task, which records three events. */
void threads_work_together(void);

#endif
