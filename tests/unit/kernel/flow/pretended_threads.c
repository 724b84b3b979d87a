/* SPDX-License-Identifier: MIT */
/* The recorder on one CPU, with threads that only pretend to run: the test says which of them it
 * is. */
#include "tests/unit/kernel/flow/pretended_threads.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/cpu/cpu.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "lib/text/errno.h"

static const struct flow_object_plan objects[] = {
	{FLOW_PORT, "port"}, {FLOW_SOFTWARE, "module"}, {FLOW_DEVICE, "device"},
	{FLOW_QUEUE, "device_queue"}, {FLOW_LOCK, "lock"}, {FLOW_QUEUE, "lock_queue"},
	{FLOW_DISK, "disk"}, {FLOW_QUEUE, "disk_queue"},
};

static const struct flow_script script = {.objects = objects, .object_count = 8};

struct pretended pretended;

struct flow_thread *flow_thread_current(void)
{
	return pretended.current;
}

void flow_thread_sleep(void)
{
	pretended.sleeps++;
}

void flow_thread_wake(struct flow_thread *thread)
{
	pretended.wakes++;
	pretended.woken = thread;
}

void flow_thread_take_on(struct flow_thread *thread)
{
	flow_event(FLOW_START, &thread->task, 0, 0);
}

struct flow_ring *pretended_ring(void)
{
	return &flow_recorder.rings[0];
}

void pretended_use_ring_of(uint32_t events)
{
	flow_ring_open(pretended_ring(), pretended.events, events, 3);
	pretended.cpu.flow_ring = pretended_ring();
}

/* This program's own thread keeps nothing in GS. */
int pretended_reset(void **state)
{
	(void)state;
	memset(&pretended, 0, sizeof(pretended));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	pretended.cpu.self = &pretended.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &pretended.cpu), 0);
	pretended_use_ring_of(EVENTS);
	flow_recorder.is_on = true;
	pretended.a.task.thread = 1;
	pretended.b.task.thread = 2;
	flow_task_reset();
	flow_ports_begin(1);
	flow_resources_begin(&(struct flow_run){.script = &script});
	return 0;
}

const struct flow_event *pretended_event(unsigned nth)
{
	assert_true(pretended_ring()->first + nth < pretended_ring()->next);
	return &pretended_ring()->first[nth];
}

void pretended_assert_kinds(unsigned nth, const uint8_t *kinds, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(pretended_event(nth + i)->kind, kinds[i]);
	assert_ptr_equal(pretended_ring()->next, pretended_ring()->first + nth + count);
}

void pretended_work_together(void)
{
	flow_task_begin(&pretended.a.task);
	pretended.a.task.thread = 1;
	flow_task_fork(FLOW_CREATE, &pretended.a.task, &pretended.b.task, 2, 0);
}
