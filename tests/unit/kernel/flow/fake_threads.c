/* SPDX-License-Identifier: MIT */
/* The recorder on one CPU with fake threads. The test sets the current thread. */
#include "tests/unit/kernel/flow/fake_threads.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "kernel/machine/cpu.h"
#include "lib/text/errno.h"

static const struct flow_object_plan objects[] = {
	{FLOW_PORT, "port"}, {FLOW_SOFTWARE, "module"}, {FLOW_DEVICE, "device"},
	{FLOW_QUEUE, "device_queue"}, {FLOW_LOCK, "lock"}, {FLOW_QUEUE, "lock_queue"},
	{FLOW_DISK, "disk"}, {FLOW_QUEUE, "disk_queue"},
};

static const struct flow_script script = {.objects = objects, .object_count = 8};

struct threads threads;

struct flow_thread *flow_thread_current(void)
{
	return threads.current;
}

void flow_thread_sleep(void)
{
	threads.sleeps++;
}

void flow_thread_wake(struct flow_thread *thread)
{
	threads.wakes++;
	threads.woken = thread;
}

void flow_thread_take_on(struct flow_thread *thread)
{
	flow_event(FLOW_START, &thread->task, 0, 0);
}

struct flow_ring *threads_ring(void)
{
	return &flow_recorder.rings[0];
}

void threads_use_ring_of(uint32_t events)
{
	flow_ring_open(threads_ring(), threads.events, events, 3);
	threads.cpu.flow_ring = threads_ring();
}

/* This program's own thread does not use GS. */
int threads_reset(void **state)
{
	(void)state;
	memset(&threads, 0, sizeof(threads));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	threads.cpu.self = &threads.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &threads.cpu), 0);
	threads_use_ring_of(EVENTS);
	flow_recorder.is_on = true;
	threads.a.task.thread = 1;
	threads.b.task.thread = 2;
	flow_task_reset();
	flow_ports_begin(1);
	flow_resources_begin(&(struct flow_run){.script = &script});
	return 0;
}

const struct flow_event *threads_event(unsigned nth)
{
	assert_true(threads_ring()->first + nth < threads_ring()->next);
	return &threads_ring()->first[nth];
}

void threads_assert_kinds(unsigned nth, const uint8_t *kinds, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(threads_event(nth + i)->kind, kinds[i]);
	assert_ptr_equal(threads_ring()->next, threads_ring()->first + nth + count);
}

void threads_work_together(void)
{
	flow_task_begin(&threads.a.task);
	threads.a.task.thread = 1;
	flow_task_fork(FLOW_CREATE, &threads.a.task, &threads.b.task, 2, 0);
}
