/* SPDX-License-Identifier: MIT */
#include "tools/plugin/program_task.h"

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"
#include "tools/plugin/program_tally.h"

#define CALLS_MAX ((size_t)1 << 20)

static struct {
	struct task **items;
	size_t count;
	struct number_map by_id;        /* to an index */
} tasks;

size_t task_count(void)
{
	return tasks.count;
}

struct task *task_at(size_t index)
{
	return tasks.items[index];
}

static void tasks_register(uint64_t id, size_t index)
{
	uint32_t *found = number_map_find(&tasks.by_id, id);

	if (found != NULL)
		*found = (uint32_t)index;
	else
		number_map_add(&tasks.by_id, id, (uint32_t)index);
}

struct task *task_new(uint64_t id)
{
	struct task *task = xcalloc(1, sizeof(*task));

	tasks.items = xreallocarray(tasks.items, tasks.count + 1, sizeof(*tasks.items));
	tasks.items[tasks.count++] = task;
	task->id = id;
	task->serial = (uint32_t)tasks.count;
	if (id != 0)
		tasks_register(id, tasks.count - 1);
	return task;
}

struct task *task_find(uint64_t id)
{
	uint32_t *found = number_map_find(&tasks.by_id, id);

	if (found != NULL && !tasks.items[*found]->is_dead)
		return tasks.items[*found];
	return task_new(id);
}

void task_name(struct task *task, uint64_t id)
{
	if (task->id != 0)
		return;
	task->id = id;
	tasks_register(id, task->serial - 1);
}

/* ---- Nodes ---- */

/* Number of the calls that belong to what was before the last entry. */
static size_t task_floor(const struct task *task)
{
	return task->entry_count > 0 ? task->entries[task->entry_count - 1].depth : 0;
}

uint32_t task_node(const struct task *task)
{
	if (task->call_count > task_floor(task))
		return task->calls[task->call_count - 1].node;
	if (task->entry_count > 0)
		return task->entries[task->entry_count - 1].node;
	return program_node_task(task->serial, task->image);
}

/* ---- Entries ---- */

void task_enter(struct task *task, const struct entry *entry)
{
	struct entry *top;
	uint32_t node = program_node_entry(task_node(task), (char)entry->kind, entry->name);

	if (task->entry_count == ENTRIES_MAX)
		task->entry_count = 0;
	top = &task->entries[task->entry_count++];
	*top = *entry;
	top->is_new = true;
	top->node = node;
	top->depth = task->call_count;
}

void task_name_entry(struct task *task, bool is_call, uint32_t name)
{
	struct entry *top = task->entry_count > 0 ? &task->entries[task->entry_count - 1] : NULL;

	if (top == NULL || (top->kind == ENTRY_CALL) != is_call || top->name != 0)
		return;
	top->name = name;
	top->node = program_node_entry(top->node, (char)top->kind, name);
	task->call_count = top->depth;
}

void task_become_interrupt(struct task *task)
{
	struct entry *top = task->entry_count > 0 ? &task->entries[task->entry_count - 1] : NULL;

	if (top != NULL && top->kind == ENTRY_EXCEPTION && top->name == 0)
		top->kind = ENTRY_INTERRUPT;
}

/* A new task has not entered the kernel, so its calls there end with its first return to user mode.
 * IRET also synchronises the kernel's own code. Such a return, from the kernel to the kernel, ends
 * no entry from user mode. */
const struct entry *task_leave(struct task *task, bool is_to_kernel)
{
	struct entry *top;

	if (task->entry_count == 0) {
		if (!is_to_kernel)
			task->call_count = 0;
		return NULL;
	}
	top = &task->entries[task->entry_count - 1];
	if (is_to_kernel && top->is_from_user)
		return NULL;
	task->entry_count--;
	task->call_count = top->depth;
	return top;
}

/* ---- Calls ---- */

void task_call(struct task *task, struct block *to, uint64_t return_virt)
{
	uint32_t node = program_node_call(task_node(task), to);

	if (task->call_count == CALLS_MAX)
		task->call_count = task_floor(task);
	if (task->call_count == task->call_capacity) {
		task->call_capacity = 2 * task->call_capacity + 64;
		task->calls = xreallocarray(task->calls, task->call_capacity,
					    sizeof(*task->calls));
	}
	task->calls[task->call_count++] = (struct call){return_virt, node, to};
}

/* A function whose first block jumps is a stub, such as an entry of the procedure linkage table.
 * The target replaces the stub. */
void task_jump(struct task *task, const struct block *from, struct block *to)
{
	uint64_t return_virt;

	if (task->call_count <= task_floor(task) ||
	    task->calls[task->call_count - 1].first != from)
		return;
	return_virt = task->calls[--task->call_count].return_virt;
	task_call(task, to, return_virt);
}

/* A return to an address that no call returns to is the jump of a thunk, so its target replaces the
 * thunk. */
void task_return(struct task *task, struct block *to)
{
	size_t floor = task_floor(task);
	uint64_t return_virt;

	for (size_t i = task->call_count; i > floor; i--) {
		if (task->calls[i - 1].return_virt == to->address) {
			task->call_count = i - 1;
			return;
		}
	}
	if (task->call_count <= floor + 1) {
		task->call_count = floor;
		return;
	}
	task->call_count -= 2;
	return_virt = task->calls[task->call_count].return_virt;
	task_call(task, to, return_virt);
}

static struct entry entry_of_before(const struct entry *entry)
{
	struct entry before = *entry;

	before.insns = 0;
	before.is_new = false;
	return before;
}

static const char *task_class(const struct task *task)
{
	if (task->is_init)
		return "init";
	if (task->is_idle)
		return "idle";
	return task->is_user ? "program" : "kernel";
}

void tasks_write(void)
{
	for (size_t i = 0; i < tasks.count; i++) {
		const struct task *task = tasks.items[i];
		const struct task_sums sums = {
			task->before, task->user, task->kernel, task->user_repeats,
			task->kernel_repeats,
		};

		if (task->user + task->kernel + task->before != 0)
			program_tally_task(task->serial, task_class(task), &sums);
	}
}

void tasks_clear(void)
{
	for (size_t i = 0; i < tasks.count; i++) {
		struct task *task = tasks.items[i];

		task->user = task->kernel = task->before = task->outside = 0;
		task->user_repeats = task->kernel_repeats = 0;
		task->is_first = false;
		for (size_t j = 0; j < task->entry_count; j++)
			task->entries[j] = entry_of_before(&task->entries[j]);
	}
}
