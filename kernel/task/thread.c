/* SPDX-License-Identifier: MIT */
/* The scheduler: a queue of ready threads, and the switch. */
#include "kernel/task/thread.h"

#include <stddef.h>

#include "kernel/core/panic.h"
#include "kernel/machine/context.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"

struct thread {
	struct thread_link link;        /* first, so that a link's address is that of its thread */
	uint64_t rsp;                   /* stack pointer while not running */
	uint64_t rsp0;                  /* TSS stack for entries from ring 3 */
	uint64_t cr3;
	void *stack_top;
	void (*function)(void *argument);
	void *argument;
	bool has_ended;
	struct thread_queue joining;
	void *state_area;
};

/* Used by the boot CPU only. */
static struct {
	struct thread boot;
	struct thread threads[THREADS_MAX];
	unsigned count;                 /* threads with a stack */
	struct thread *current;
	struct thread_queue ready;
	struct thread_queue unused;
} scheduler;

static struct thread *thread_take(struct thread_queue *queue)
{
	return (struct thread *)thread_queue_pop(queue);
}

void thread_end_all(void)
{
	scheduler.boot.cr3 = paging_root_phys();
	scheduler.current = &scheduler.boot;
	scheduler.ready = scheduler.unused = (struct thread_queue){0};
	for (unsigned i = 0; i < scheduler.count; i++)
		thread_queue_push(&scheduler.unused, &scheduler.threads[i].link);
	paging_switch(scheduler.boot.cr3);
}

void thread_init(void)
{
	for (; scheduler.count < THREADS_MAX; scheduler.count++) {
		void *stack_top = paging_map_stack(THREAD_STACK_BYTES);

		if (stack_top == NULL)
			panic("thread: no memory for the stacks of %u threads", THREADS_MAX);
		scheduler.threads[scheduler.count].stack_top = stack_top;
	}
	thread_end_all();
}

void *thread_stack_top(unsigned index)
{
	return scheduler.threads[index].stack_top;
}

static void switch_to(struct thread *next)
{
	struct thread *previous = scheduler.current;
	struct cpu *cpu = this_cpu();

	if (next == previous)
		return;
	scheduler.current = next;
	if (next->cr3 != previous->cr3)
		paging_switch(next->cr3);
	previous->rsp0 = cpu_entry_stack(cpu);
	cpu_set_entry_stack(cpu, next->rsp0);
	context_switch(&previous->rsp, next->rsp);
}

/* Yield. The queue is never empty, because the boot thread waits only for what another thread will
 * do. */
static void yield(void)
{
	struct thread *next = thread_take(&scheduler.ready);

	if (next == NULL)
		panic("thread: deadlock, every thread waits for another");
	switch_to(next);
}

static void run_thread(void)
{
	struct thread *thread = scheduler.current;

	thread->function(thread->argument);
	thread->has_ended = true;
	thread_wake(&thread->joining);
	yield();
}

static void thread_begin(struct thread *thread, void *stack_top, void (*function)(void *argument),
			 void *argument, uint64_t cr3)
{
	thread->rsp = context_begin(stack_top, run_thread);
	thread->cr3 = cr3;
	thread->function = function;
	thread->argument = argument;
	thread->has_ended = false;
	thread->joining = (struct thread_queue){0};
	thread_queue_push(&scheduler.ready, &thread->link);
}

struct thread *thread_create_on(void *stack_top, void (*function)(void *argument), void *argument,
				uint64_t cr3)
{
	struct thread *thread = thread_take(&scheduler.unused);

	if (thread != NULL)
		thread_begin(thread, stack_top, function, argument, cr3);
	return thread;
}

struct thread *thread_create(void (*function)(void *argument), void *argument, uint64_t cr3)
{
	struct thread *thread = thread_take(&scheduler.unused);

	if (thread != NULL)
		thread_begin(thread, thread->stack_top, function, argument, cr3);
	return thread;
}

void thread_join(struct thread *thread)
{
	if (!thread->has_ended)
		thread_sleep(&thread->joining);
	thread_queue_push(&scheduler.unused, &thread->link);
}

void thread_yield(void)
{
	thread_queue_push(&scheduler.ready, &scheduler.current->link);
	yield();
}

bool thread_is_boot(void)
{
	return scheduler.current == &scheduler.boot;
}

bool thread_is_another_ready(void)
{
	return scheduler.ready.first != NULL;
}

void thread_sleep(struct thread_queue *queue)
{
	thread_queue_push(queue, &scheduler.current->link);
	yield();
}

void thread_wake(struct thread_queue *queue)
{
	struct thread *thread = thread_take(queue);

	if (thread != NULL)
		thread_queue_push(&scheduler.ready, &thread->link);
}

void thread_set_state_area(struct thread *thread, void *area)
{
	(thread != NULL ? thread : scheduler.current)->state_area = area;
}

void *thread_state_area(void)
{
	return scheduler.current->state_area;
}

void thread_move(uint64_t cr3)
{
	scheduler.current->cr3 = cr3;
	paging_switch(cr3);
}
