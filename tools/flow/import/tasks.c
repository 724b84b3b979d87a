/* SPDX-License-Identifier: MIT */
#include "tools/flow/import/tasks.h"

#include <stdlib.h>

#include "tools/base/utf8.h"

static bool task_is_one_of(const struct task *task, const char *const *names)
{
	for (; *names != NULL; names++) {
		if (strncmp(task->comm, *names, strlen(*names)) == 0)
			return true;
	}
	return false;
}

static void task_name(struct task *task, struct trace_text comm)
{
	static const char *const housekeeping[] = {
		"ksoftirqd/", "rcu", "migration/", "kcompactd", "kswapd", "khugepaged", "watchdog",
		NULL,
	};
	static const char *const workers[] = {"kworker/", "irq/", "jbd2/", "kblockd", NULL};
	size_t size = trace_text_size(comm);

	if (size >= sizeof(task->comm))
		size = sizeof(task->comm) - 1;
	if (size == 0 || (memcmp(task->comm, comm.at, size) == 0 && task->comm[size] == '\0') ||
	    trace_text_is(comm, "<...>"))
		return;
	memcpy(task->comm, comm.at, size);
	task->comm[size] = '\0';
	utf8_make_printable(task->comm);
	task->is_housekeeping = task_is_one_of(task, housekeeping);
	task->is_kernel_worker = task->is_housekeeping || task_is_one_of(task, workers);
}

static uint64_t tasks_key(const struct tasks *tasks, uint32_t pid)
{
	return ((uint64_t)tasks->host << 32 | pid) + 1;
}

static void tasks_set_pid(struct tasks *tasks, uint32_t index, uint32_t pid)
{
	uint32_t *known = number_map_find(&tasks->by_pid, tasks_key(tasks, pid));

	if (known != NULL)
		*known = index;
	else
		number_map_add(&tasks->by_pid, tasks_key(tasks, pid), index);
}

uint32_t tasks_add(struct tasks *tasks, uint32_t pid, struct trace_text comm)
{
	const struct task task = {
		.pid = pid, .host = tasks->host, .wait = TASK_NONE, .ready = TASK_NONE,
		.reading = TASK_NONE,
	};
	uint32_t index = (uint32_t)tasks->items.count;

	tasks_set_pid(tasks, index, pid);
	FLOW_LIST_ADD(tasks->items, task);
	task_name(&tasks->items.items[index], comm);
	return index;
}

uint32_t tasks_get(struct tasks *tasks, uint32_t pid, struct trace_text comm)
{
	const uint32_t *known = number_map_find(&tasks->by_pid, tasks_key(tasks, pid));

	if (known == NULL)
		return tasks_add(tasks, pid, comm);
	task_name(&tasks->items.items[*known], comm);
	return *known;
}

struct task *tasks_find(struct tasks *tasks, uint32_t pid)
{
	const uint32_t *known = number_map_find(&tasks->by_pid, tasks_key(tasks, pid));

	return known != NULL ? &tasks->items.items[*known] : NULL;
}

void tasks_renumber(struct tasks *tasks, uint32_t index, uint32_t pid)
{
	number_map_remove(&tasks->by_pid, tasks_key(tasks, tasks->items.items[index].pid));
	tasks->items.items[index].pid = pid;
	tasks_set_pid(tasks, index, pid);
}

void tasks_free(struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->items.count; i++) {
		free(tasks->items.items[i].procedures.items);
		number_map_free(&tasks->items.items[i].depths);
	}
	free(tasks->items.items);
	number_map_free(&tasks->by_pid);
	*tasks = (struct tasks){0};
}
