/* SPDX-License-Identifier: MIT */
/* The recorder on one CPU, with threads that only pretend to run: the test says which of them it
 * is. */
#ifndef TESTS_UNIT_KERNEL_FLOW_PRETENDED_THREADS_H
#define TESTS_UNIT_KERNEL_FLOW_PRETENDED_THREADS_H

#include "tests/unit/unit.h"

#include "kernel/cpu/cpu.h"
#include "kernel/flow/sched.h"

#define EVENTS 64

/* Objects by their numbers in events. */
enum {PORT = 1, MODULE, DEVICE, DEVICE_QUEUE, LOCK, LOCK_QUEUE, DISK};

extern struct pretended {
	struct cpu cpu;
	struct flow_event events[EVENTS + 1];
	struct flow_thread a, b, *current;
	unsigned sleeps, wakes;
	struct flow_thread *woken;
} pretended;

#define RESET(name) cmocka_unit_test_setup(name, pretended_reset)
int pretended_reset(void **state);

/* The recorder's ring; begin it anew with room for so many events; the nth of it. */
struct flow_ring *pretended_ring(void);
void pretended_use_ring_of(uint32_t events);
const struct flow_event *pretended_event(unsigned nth);

/* The events from the nth on are of these kinds, and no more follow. */
void pretended_assert_kinds(unsigned nth, const uint8_t *kinds, unsigned count);
#define ASSERT_KINDS(nth, ...) \
	pretended_assert_kinds(nth, (const uint8_t[]){__VA_ARGS__}, \
			       sizeof((uint8_t[]){__VA_ARGS__}))

/* A and B work for the same task from now on; three events. */
void pretended_work_together(void);

#endif
