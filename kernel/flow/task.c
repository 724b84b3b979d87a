/* SPDX-License-Identifier: MIT */
/* Sub-tasks are counted even while nothing is recorded, because only the count shows when an
 * interaction ends. The end gives a response time that can be compared with the recorder's. */
#include "kernel/flow/task.h"

#include <stddef.h>

#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

struct interaction {
	uint64_t begin_tsc, end_tsc;    /* beginning on this node; the latest end */
	uint32_t subtasks;              /* number of sub-tasks that have not ended */
	uint32_t source;
};

/* The tasks of each node, accessed with the node's scheduler lock. */
static struct tasks {
	uint32_t sequence, count;
	struct interaction interactions[FLOW_INTERACTIONS_MAX];
} all_tasks[FLOW_NODES_MAX];

static struct tasks *tasks_here(void)
{
	return &all_tasks[flow_node_number()];
}

static struct interaction *interaction_of(const struct flow_task *task)
{
	return &tasks_here()->interactions[task->interaction];
}

/* Record an event that is timed even without recording. */
static uint64_t record_or_read(unsigned kind, struct flow_task *task)
{
	return flow_recorder.is_on ? flow_record(kind, task, 0, 0) : clock_read();
}

uint32_t flow_task_next(void)
{
	return flow_subtask((uint8_t)flow_node_number(),
			    tasks_here()->sequence % FLOW_SEQUENCE_MAX + 1);
}

static void task_make(struct flow_task *task, uint16_t interaction, uint16_t thread)
{
	struct tasks *tasks = tasks_here();

	task->number = flow_task_next();
	tasks->sequence = tasks->sequence % FLOW_SEQUENCE_MAX + 1;
	task->interaction = interaction;
	task->thread = thread;
	tasks->interactions[interaction].subtasks++;
}

void flow_task_reset(void)
{
	memset(all_tasks, 0, sizeof(all_tasks));
	memset(flow_recorder.seen, 0, sizeof(flow_recorder.seen));
}

uint32_t flow_task_count(void)
{
	return tasks_here()->count;
}

bool flow_task_is_over(uint32_t interaction)
{
	return tasks_here()->interactions[interaction].subtasks == 0;
}

int flow_task_begin(struct flow_task *task)
{
	struct tasks *tasks = tasks_here();
	struct interaction *interaction = &tasks->interactions[tasks->count];

	if (tasks->count == FLOW_INTERACTIONS_MAX)
		return -ENOMEM;
	*task = (struct flow_task){0};
	task_make(task, (uint16_t)tasks->count++, 0);
	interaction->source = task->number;
	interaction->begin_tsc = record_or_read(FLOW_ACTION, task);
	return 0;
}

void flow_task_fork(unsigned kind_and_flags, struct flow_task *task, struct flow_task *child,
		   uint16_t thread, unsigned object)
{
	*child = (struct flow_task){0};
	if (task->number == 0)
		return;
	task_make(child, task->interaction, thread);
	child->in_use = task->in_use & ~flow_recorder.not_inherited[flow_node_number()];
	child->scales = task->scales;
	flow_event(kind_and_flags, task, child->number, object);
	if (flow_recorder.is_metered)
		flow_meter_fork(&flow_recorder.metering, &task->meter, &child->meter);
}

static void join_meters(struct flow_task *task, struct flow_task *ended, bool takes_over)
{
	uint32_t seen;

	flow_meter_join(&flow_recorder.metering, &task->meter, &ended->meter);
	if (!takes_over)
		return;
	seen = flow_meter_take_over(&flow_recorder.metering, &task->meter, &ended->meter);
	__atomic_fetch_or(&flow_recorder.seen[task->interaction], seen, __ATOMIC_RELAXED);
}

void flow_task_join(unsigned kind_and_flags, struct flow_task *task, struct flow_task *ended,
		   unsigned object)
{
	if (task->number == 0)
		return;
	flow_event(kind_and_flags, task, ended->number, object);
	if ((kind_and_flags >> 8 & FLOW_TAKES_OVER) != 0) {
		task->in_use = ended->in_use;
		task->scales = ended->scales;
	}
	if (flow_recorder.is_metered)
		join_meters(task, ended, (kind_and_flags >> 8 & FLOW_TAKES_OVER) != 0);
	interaction_of(task)->subtasks--;
	ended->number = 0;
}

void flow_task_unblock(struct flow_task *task, struct flow_task *waiting, unsigned object)
{
	struct flow_task notice;

	if (!flow_task_is_same(task, waiting)) {
		flow_event(FLOW_RESUME, waiting, 0, object);
		return;
	}
	flow_task_fork(FLOW_UNBLOCK, task, &notice, 0, object);
	flow_task_join(FLOW_UNBLOCKED, waiting, &notice, object);
}

void flow_task_finish(unsigned kind, struct flow_task *task)
{
	struct interaction *interaction = interaction_of(task);
	uint64_t end_tsc;

	if (task->number == 0)
		return;
	end_tsc = record_or_read(kind, task);
	task->number = 0;
	if (--interaction->subtasks > 0)
		return;
	interaction->end_tsc = end_tsc;
	flow_meter_final(&flow_recorder.metering, &task->meter,
			 flow_recorder.seen[task->interaction], end_tsc - interaction->begin_tsc);
}

/* ---- Across nodes ---- */

static struct interaction *find_interaction(struct tasks *tasks, uint32_t source)
{
	uint32_t i = 0;

	while (i < tasks->count && tasks->interactions[i].source != source)
		i++;
	return i < tasks->count ? &tasks->interactions[i] : NULL;
}

uint32_t flow_task_source(const struct flow_task *task)
{
	return task->number != 0 ? interaction_of(task)->source : 0;
}

void flow_task_leave(struct flow_task *task)
{
	if (task->number != 0)
		interaction_of(task)->subtasks--;
	task->number = 0;
}

int flow_task_arrive(struct flow_task *task, uint32_t number, uint32_t source)
{
	struct tasks *tasks = tasks_here();
	struct interaction *interaction = find_interaction(tasks, source);

	*task = (struct flow_task){0};
	if (number == 0)
		return 0;
	if (interaction == NULL && tasks->count == FLOW_INTERACTIONS_MAX)
		return -ENOMEM;
	if (interaction == NULL)
		interaction = &tasks->interactions[tasks->count++];
	interaction->source = source;
	interaction->subtasks++;
	task->number = number;
	task->interaction = (uint16_t)(interaction - tasks->interactions);
	return 0;
}

uint32_t flow_task_unfinished(void)
{
	uint32_t count = 0;

	for (uint32_t node = 0; node < FLOW_NODES_MAX; node++) {
		for (uint32_t i = 0; i < all_tasks[node].count; i++)
			count += all_tasks[node].interactions[i].subtasks != 0;
	}
	return count;
}

static const struct interaction *last_interaction(void)
{
	return &all_tasks[0].interactions[all_tasks[0].count - 1];
}

uint32_t flow_task_last_source(void)
{
	return last_interaction()->source;
}

/* Response time of the last interaction. It ends with the last sub-task. */
uint64_t flow_task_last_response_ticks(void)
{
	uint64_t end_tsc = 0;

	for (uint32_t node = 0; node < FLOW_NODES_MAX; node++) {
		const struct interaction *part = find_interaction(&all_tasks[node],
								  flow_task_last_source());

		if (part != NULL && part->end_tsc > end_tsc)
			end_tsc = part->end_tsc;
	}
	return end_tsc - last_interaction()->begin_tsc;
}

uint64_t flow_task_mean_response_ticks(void)
{
	const struct tasks *tasks = &all_tasks[0];
	uint64_t sum_ticks = 0;

	for (uint32_t i = 0; i < tasks->count; i++)
		sum_ticks += tasks->interactions[i].end_tsc - tasks->interactions[i].begin_tsc;
	return tasks->count > 0 ? sum_ticks / tasks->count : 0;
}
