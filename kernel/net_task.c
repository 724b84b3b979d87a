/* An interaction has ended when none of its sub-tasks is left: nobody else can know which sink is
 * the last one. So they are counted also while nothing is recorded, which gives the response time
 * that the recorder's own effect shows against. */
#include "kernel/net_task.h"

#include "lib/errno.h"
#include "lib/string.h"
#include "lib/x86/tsc.h"

struct interaction {
	uint64_t begin_tsc, response_ticks;
	uint32_t subtasks;              /* that have not ended */
	uint32_t source;
	uint32_t seen;                  /* declared states, as bits; any CPU adds to it */
};

/* Under the scheduler's lock, but for seen. */
static struct {
	uint32_t sequence, count;
	struct interaction interactions[NET_INTERACTIONS_MAX];
} tasks;

/* What is to be timed even while nothing is recorded. */
static uint64_t record_or_read(unsigned kind, struct net_task *task)
{
	return net_recorder.is_on ? net_record(kind, task, 0, 0) : tsc_read_fenced();
}

uint32_t net_task_next(void)
{
	return net_subtask(net_recorder.rings[0].node, tasks.sequence % NET_SEQUENCE_MAX + 1);
}

static void make(struct net_task *task, uint16_t interaction, uint16_t thread)
{
	task->number = net_task_next();
	tasks.sequence = tasks.sequence % NET_SEQUENCE_MAX + 1;
	task->interaction = interaction;
	task->thread = thread;
	tasks.interactions[interaction].subtasks++;
}

void net_task_reset(void)
{
	memset(&tasks, 0, sizeof(tasks));
}

int net_task_begin(struct net_task *task)
{
	struct interaction *interaction = &tasks.interactions[tasks.count];

	if (tasks.count == NET_INTERACTIONS_MAX)
		return -ENOMEM;
	*task = (struct net_task){0};
	make(task, (uint16_t)tasks.count++, 0);
	interaction->source = task->number;
	interaction->begin_tsc = record_or_read(NET_ACTION, task);
	return 0;
}

void net_task_fork(unsigned kind_and_flags, struct net_task *task, struct net_task *child,
		   uint16_t thread, unsigned object)
{
	*child = (struct net_task){0};
	if (task->number == 0)
		return;
	make(child, task->interaction, thread);
	net_event(kind_and_flags, task, child->number, object);
	if (net_recorder.is_metered)
		net_meter_fork(&net_recorder.metering, &task->meter, &child->meter);
}

void net_task_join(unsigned kind, struct net_task *task, struct net_task *ended, unsigned object)
{
	if (task->number == 0)
		return;
	net_event(kind, task, ended->number, object);
	if (net_recorder.is_metered)
		net_meter_join(&net_recorder.metering, &task->meter, &ended->meter);
	tasks.interactions[task->interaction].subtasks--;
	ended->number = 0;
}

void net_task_finish(unsigned kind, struct net_task *task)
{
	struct interaction *interaction = &tasks.interactions[task->interaction];
	uint64_t end_tsc;

	if (task->number == 0)
		return;
	end_tsc = record_or_read(kind, task);
	task->number = 0;
	if (--interaction->subtasks > 0)
		return;
	interaction->response_ticks = end_tsc - interaction->begin_tsc;
	net_meter_final(&net_recorder.metering, &task->meter, interaction->seen,
			interaction->response_ticks);
}

void net_task_saw(const struct net_task *task, uint32_t states)
{
	__atomic_fetch_or(&tasks.interactions[task->interaction].seen, states, __ATOMIC_RELAXED);
}

uint32_t net_task_unfinished(void)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < tasks.count; i++)
		count += tasks.interactions[i].subtasks != 0;
	return count;
}

uint32_t net_task_last_source(void)
{
	return tasks.interactions[tasks.count - 1].source;
}

uint64_t net_task_last_response_ticks(void)
{
	return tasks.interactions[tasks.count - 1].response_ticks;
}
