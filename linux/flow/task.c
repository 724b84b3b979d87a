/* SPDX-License-Identifier: MIT */
#include "linux/flow/task.h"

#include <pthread.h>
#include <stdatomic.h>

#include "lib/cpu/clock.h"

struct interaction {
	uint64_t begin_tsc, end_tsc;
	atomic_uint subtasks;           /* not ended */
	atomic_uint seen;               /* metered states of its sub-tasks, as bits */
};

#define NO_PLACE UINT32_MAX

static struct {
	struct flow_recorded recorded;
	void (*over)(uint32_t interaction, uint64_t end_tsc);
	atomic_uint sequence, count, events;
	bool is_metered;
	pthread_mutex_t mutex;          /* lock of metering and of the ends of metered sub-tasks */
	struct flow_metering metering;
	struct interaction interactions[FLOW_INTERACTIONS_MAX];
} tasks = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void flow_tasks_begin(const struct flow_recorded *recorded,
		      void (*over)(uint32_t interaction, uint64_t end_tsc))
{
	tasks.recorded = *recorded;
	tasks.over = over;
	tasks.sequence = tasks.count = tasks.events = 0;
	for (uint32_t i = 0; i < FLOW_INTERACTIONS_MAX; i++)
		tasks.interactions[i].subtasks = tasks.interactions[i].seen = 0;
	tasks.is_metered = recorded->metered != NULL;
	if (tasks.is_metered)
		flow_metering_begin(&tasks.metering, recorded->metered);
}

bool flow_tasks_are_metered(void)
{
	return tasks.is_metered;
}

const struct flow_metering *flow_tasks_metering(void)
{
	return &tasks.metering;
}

void flow_tasks_rewind(void)
{
	tasks.events = 0;
}

/* ---- Events ---- */

static void see(const struct flow_task *task, uint32_t states)
{
	if (states != 0)
		atomic_fetch_or(&tasks.interactions[task->interaction].seen, states);
}

/* Record an event. Returns its place, or NO_PLACE. */
static uint32_t record(struct flow_task *task, const struct flow_event *event)
{
	uint32_t place;

	if (tasks.is_metered)
		see(task, flow_meter_event(&tasks.metering, &task->meter, event));
	place = tasks.events++;
	if (place >= tasks.recorded.capacity)
		return NO_PLACE;
	tasks.recorded.events[place] = *event;
	return place;
}

void flow_task_event_at(uint64_t time, enum flow_kind kind, unsigned flags, struct flow_task *task,
			uint32_t other, unsigned object)
{
	if (task->number == 0 || tasks.recorded.capacity == 0)
		return;
	record(task, &(struct flow_event){
		.time = time, .subtask = task->number, .other = other, .object = (uint16_t)object,
		.thread = (uint16_t)task->thread, .kind = (uint8_t)kind, .flags = (uint8_t)flags,
	});
}

void flow_task_account(uint64_t time, enum flow_kind kind, struct flow_task *task, unsigned object)
{
	if (tasks.is_metered)
		flow_meter_event(&tasks.metering, &task->meter, &(struct flow_event){
			.time = time, .object = (uint16_t)object, .kind = (uint8_t)kind,
		});
}

uint64_t flow_task_event(enum flow_kind kind, unsigned flags, struct flow_task *task,
			 uint32_t other, unsigned object)
{
	uint64_t time = clock_read();

	flow_task_event_at(time, kind, flags, task, other, object);
	return time;
}

/* The events. They are nearly in order already, because only events of devices are recorded before
 * their time. Events with the same time keep their order. */
uint32_t flow_tasks_events(uint64_t *lost)
{
	struct flow_event *events = tasks.recorded.events;
	uint32_t made = tasks.events, count = 0, at;

	*lost = made > tasks.recorded.capacity ? made - tasks.recorded.capacity : 0;
	for (uint32_t i = 0; i < made - (uint32_t)*lost; i++) {
		struct flow_event event = events[i];

		if (event.subtask == 0)
			continue;       /* flow_task_continue() removed it */
		for (at = count++; at > 0 && events[at - 1].time > event.time; at--)
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

void flow_task_fork(enum flow_kind kind, unsigned flags, struct flow_task *task,
		    struct flow_task *child, uint16_t thread, unsigned object)
{
	flow_task_make(task, child, thread);
	flow_task_event(kind, flags, task, child->number, object);
	if (tasks.is_metered)
		flow_meter_fork(&tasks.metering, &task->meter, &child->meter);
}

static void join_meters(struct flow_task *task, struct flow_task *ended, unsigned flags)
{
	if (!tasks.is_metered)
		return;
	flow_meter_join(&tasks.metering, &task->meter, &ended->meter);
	if ((flags & FLOW_TAKES_OVER) != 0)
		see(task, flow_meter_take_over(&tasks.metering, &task->meter, &ended->meter));
}

void flow_task_join(enum flow_kind kind, unsigned flags, struct flow_task *task,
		    struct flow_task *ended, unsigned object)
{
	if (task->number == 0 || ended->number == 0)
		return;
	flow_task_event(kind, flags, task, ended->number, object);
	join_meters(task, ended, flags);
	tasks.interactions[task->interaction].subtasks--;
	ended->number = 0;
}

void flow_task_unblock(uint64_t time, struct flow_task *task, struct flow_task *waiting,
		       unsigned object)
{
	struct flow_task notice;

	if (!flow_task_is_same(task, waiting)) {
		flow_task_event_at(time, FLOW_RESUME, 0, waiting, 0, object);
		return;
	}
	flow_task_make(task, &notice, 0);
	flow_task_event_at(time, FLOW_UNBLOCK, 0, task, notice.number, object);
	if (tasks.is_metered)
		flow_meter_fork(&tasks.metering, &task->meter, &notice.meter);
	flow_task_event_at(time + 1, FLOW_UNBLOCKED, 0, waiting, notice.number, object);
	join_meters(waiting, &notice, 0);
	tasks.interactions[task->interaction].subtasks--;
}

/* Count the end of a sub-task. Metered ends have a lock, so the last sub-task to end also has the
 * latest end. Returns whether the sub-task is the last one. */
static bool end_subtask(struct flow_finished *finished)
{
	struct flow_task *task = &finished->task;
	struct interaction *interaction = &tasks.interactions[task->interaction];
	uint64_t end_tsc = clock_read();
	bool is_over;

	if (tasks.recorded.capacity > 0)
		finished->place = record(task, &(struct flow_event){
			.time = end_tsc, .subtask = task->number, .thread = (uint16_t)task->thread,
			.kind = FLOW_FINISH,
		});
	is_over = --interaction->subtasks == 0;
	if (is_over)
		interaction->end_tsc = end_tsc;
	if (is_over && tasks.is_metered)
		flow_meter_final(&tasks.metering, &task->meter, interaction->seen,
				 end_tsc - interaction->begin_tsc);
	return is_over;
}

struct flow_finished flow_task_finish(struct flow_task *task)
{
	struct flow_finished finished = {.task = *task, .place = NO_PLACE};
	bool is_over;

	if (task->number == 0)
		return finished;
	if (tasks.is_metered)
		pthread_mutex_lock(&tasks.mutex);
	is_over = end_subtask(&finished);
	if (tasks.is_metered)
		pthread_mutex_unlock(&tasks.mutex);
	task->number = 0;
	if (is_over)
		tasks.over(task->interaction, tasks.interactions[task->interaction].end_tsc);
	return finished;
}

void flow_task_continue(struct flow_task *task, const struct flow_finished *finished)
{
	*task = finished->task;
	tasks.interactions[task->interaction].subtasks++;
	if (finished->place != NO_PLACE)
		tasks.recorded.events[finished->place].subtask = 0;
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
