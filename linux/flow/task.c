/* SPDX-License-Identifier: MIT */
#include "linux/flow/task.h"

#include <stdatomic.h>

#include "lib/cpu/clock.h"

struct interaction {
	uint64_t begin_tsc, end_tsc;
	atomic_uint subtasks;           /* not ended */
};

static struct {
	struct flow_recorded recorded;
	void (*over)(uint32_t interaction, uint64_t end_tsc);
	atomic_uint sequence, count, events;
	struct interaction interactions[FLOW_INTERACTIONS_MAX];
} tasks;

void flow_tasks_begin(const struct flow_recorded *recorded,
		      void (*over)(uint32_t interaction, uint64_t end_tsc))
{
	tasks.recorded = *recorded;
	tasks.over = over;
	tasks.sequence = tasks.count = tasks.events = 0;
	for (uint32_t i = 0; i < FLOW_INTERACTIONS_MAX; i++)
		tasks.interactions[i].subtasks = 0;
}

/* ---- Events ---- */

void flow_task_event_at(uint64_t time, enum flow_kind kind, unsigned flags,
			const struct flow_task *task, uint32_t other, unsigned object)
{
	uint32_t place;

	if (task->number == 0 || tasks.recorded.capacity == 0)
		return;
	place = tasks.events++;
	if (place >= tasks.recorded.capacity)
		return;
	tasks.recorded.events[place] = (struct flow_event){
		.time = time, .subtask = task->number, .other = other, .object = (uint16_t)object,
		.thread = task->thread, .kind = (uint8_t)kind, .flags = (uint8_t)flags,
	};
}

uint64_t flow_task_event(enum flow_kind kind, unsigned flags, const struct flow_task *task,
			 uint32_t other, unsigned object)
{
	uint64_t time = clock_read();

	flow_task_event_at(time, kind, flags, task, other, object);
	return time;
}

/* Nearly in order already, since only events of devices are recorded before their time. Events at
 * the same time keep their order. */
uint32_t flow_tasks_events(uint64_t *lost)
{
	struct flow_event *events = tasks.recorded.events;
	uint32_t count = tasks.events, at;

	*lost = count > tasks.recorded.capacity ? count - tasks.recorded.capacity : 0;
	count -= (uint32_t)*lost;
	for (uint32_t i = 1; i < count; i++) {
		struct flow_event event = events[i];

		for (at = i; at > 0 && events[at - 1].time > event.time; at--)
			events[at] = events[at - 1];
		events[at] = event;
	}
	return count;
}

/* ---- Sub-tasks ---- */

void flow_task_make(const struct flow_task *task, struct flow_task *child, uint16_t thread)
{
	*child = (struct flow_task){.thread = thread};
	if (task->number == 0)
		return;
	child->number = tasks.sequence++ % FLOW_SEQUENCE_MAX + 1;
	child->interaction = task->interaction;
	tasks.interactions[task->interaction].subtasks++;
}

bool flow_task_begin(struct flow_task *task, uint64_t time)
{
	struct flow_task none = {.number = 1, .interaction = tasks.count++};

	if (none.interaction >= FLOW_INTERACTIONS_MAX) {
		tasks.count = FLOW_INTERACTIONS_MAX;
		return false;
	}
	tasks.interactions[none.interaction].begin_tsc = time;
	flow_task_make(&none, task, 0);
	flow_task_event_at(time, FLOW_ACTION, 0, task, 0, 0);
	return true;
}

void flow_task_fork(enum flow_kind kind, unsigned flags, const struct flow_task *task,
		    struct flow_task *child, uint16_t thread, unsigned object)
{
	flow_task_make(task, child, thread);
	flow_task_event(kind, flags, task, child->number, object);
}

void flow_task_join(enum flow_kind kind, const struct flow_task *task, struct flow_task *ended,
		    unsigned object)
{
	if (task->number == 0 || ended->number == 0)
		return;
	flow_task_event(kind, 0, task, ended->number, object);
	tasks.interactions[task->interaction].subtasks--;
	ended->number = 0;
}

void flow_task_unblock(uint64_t time, const struct flow_task *task, const struct flow_task *waiting,
		       unsigned object)
{
	struct flow_task notice;

	if (!flow_task_is_same(task, waiting)) {
		flow_task_event_at(time, FLOW_RESUME, 0, waiting, 0, object);
		return;
	}
	flow_task_make(task, &notice, 0);
	flow_task_event_at(time, FLOW_UNBLOCK, 0, task, notice.number, object);
	flow_task_event_at(time + 1, FLOW_UNBLOCKED, 0, waiting, notice.number, object);
	tasks.interactions[task->interaction].subtasks--;
}

void flow_task_finish(struct flow_task *task)
{
	struct interaction *interaction = &tasks.interactions[task->interaction];
	uint32_t number = task->interaction;
	uint64_t end_tsc;

	if (task->number == 0)
		return;
	end_tsc = flow_task_event(FLOW_FINISH, 0, task, 0, 0);
	task->number = 0;
	if (--interaction->subtasks > 0)
		return;
	interaction->end_tsc = end_tsc;
	tasks.over(number, end_tsc);
}

/* ---- Interactions ---- */

uint32_t flow_tasks_count(void)
{
	return tasks.count;
}

uint32_t flow_tasks_unfinished(void)
{
	uint32_t unfinished = 0;

	for (uint32_t i = 0; i < tasks.count; i++)
		unfinished += tasks.interactions[i].subtasks != 0;
	return unfinished;
}

static uint64_t response_ticks(uint32_t interaction)
{
	return tasks.interactions[interaction].end_tsc - tasks.interactions[interaction].begin_tsc;
}

uint64_t flow_tasks_last_response_ticks(void)
{
	return tasks.count > 0 ? response_ticks(tasks.count - 1) : 0;
}

uint64_t flow_tasks_mean_response_ticks(void)
{
	uint64_t sum_ticks = 0;

	for (uint32_t i = 0; i < tasks.count; i++)
		sum_ticks += response_ticks(i);
	return tasks.count > 0 ? sum_ticks / tasks.count : 0;
}
