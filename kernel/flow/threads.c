/* SPDX-License-Identifier: MIT */
/* Creation and end of threads, with the effects on sub-tasks. */
#include "kernel/flow/sched.h"
#include "kernel/machine/context.h"
#include "lib/text/errno.h"

static uint16_t threads_number_of(const struct flow_node *node, const struct flow_thread *thread)
{
	return (uint16_t)(thread - node->threads + 1);
}

int flow_thread_create(unsigned index)
{
	struct flow_node *node = flow_node_here();
	struct flow_thread *thread = &node->threads[index], *self = flow_thread_current();

	if (thread->is_live)
		return -EBUSY;
	if (node->free_stack_count == 0)
		return -ENOMEM;
	*thread = (struct flow_thread){
		.is_live = true,
		.first_step = node->script->steps + node->script->threads[index].first_step,
		.stack = node->free_stacks[--node->free_stack_count],
	};
	thread->rsp = context_begin(thread_stack_top(thread->stack), flow_thread_begin);
	if (self != NULL)
		flow_task_fork(FLOW_CREATE, &self->task, &thread->task,
			       threads_number_of(node, thread), 0);
	thread->task.thread = threads_number_of(node, thread);
	flow_thread_wake(thread);
	return 0;
}

int flow_thread_join(unsigned index)
{
	struct flow_thread *thread = &flow_node_here()->threads[index];
	struct flow_thread *self = flow_thread_current();

	if (!thread->is_live)
		return -EINVAL;
	if (thread->has_ended) {
		flow_task_join(FLOW_THREAD_JOIN, &self->task, &thread->task, 0);
	} else {
		thread->joiner = self;
		flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &self->task, 0, 0);
		flow_thread_sleep();
	}
	thread->is_live = false;
	return 0;
}

/* End this thread. Its stack stays in use until the lock is released, on another stack. */
void flow_thread_exit(void)
{
	struct flow_thread *self = flow_thread_stop();
	struct flow_node *node = flow_node_here();

	self->has_ended = true;
	node->free_stacks[node->free_stack_count++] = self->stack;
	if (self->joiner != NULL) {
		flow_event(FLOW_EXIT, &self->task, 0, 0);
		flow_task_join(FLOW_THREAD_JOIN, &self->joiner->task, &self->task, 0);
		flow_thread_wake(self->joiner);
	} else {
		flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_EXIT), &self->task, 0, 0);
	}
	flow_thread_leave(self);
	__builtin_unreachable();
}

void flow_threads_create(struct flow_node *node)
{
	for (unsigned i = 0; i < node->script->thread_count; i++) {
		if (!node->script->threads[i].is_created)
			flow_add_error(flow_thread_create(i));
	}
}
