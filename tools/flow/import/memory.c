/* SPDX-License-Identifier: MIT */
#include "tools/flow/import/memory.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* An object in memory. */
struct cell {
	FLOW_LIST(uint32_t) writes;     /* events */
	size_t taken;                   /* of a queue's */
};

struct matching {
	struct trace *trace;
	FLOW_LIST(struct cell) cells;
	struct number_map by_object;    /* to cells */
	struct number_map reads;        /* by thread: the event of its read */
	struct number_map latest;       /* by thread and object: the write that it read */
};

static uint64_t object_key(const struct trace_event *event)
{
	uint64_t key = event->key ^ event->other * NUMBER_MAP_HASH_FACTOR;

	return key != 0 ? key : 1;
}

static struct cell *cell_of(struct matching *matching, const struct trace_event *event)
{
	const uint32_t *known = number_map_find(&matching->by_object, object_key(event));

	if (known != NULL)
		return &matching->cells.items[*known];
	number_map_add(&matching->by_object, object_key(event), (uint32_t)matching->cells.count);
	FLOW_LIST_ADD(matching->cells, (struct cell){0});
	return &matching->cells.items[matching->cells.count - 1];
}

static void set_number(struct number_map *map, uint64_t key, uint32_t value)
{
	uint32_t *known = number_map_find(map, key);

	if (known != NULL)
		*known = value;
	else
		number_map_add(map, key, value);
}

/* The write whose value the thread of a read gets; NONE: no new one. */
static uint32_t value_of(struct matching *matching, const struct trace_event *read)
{
	uint64_t key = (object_key(read) ^ (uint64_t)read->pid << 32) | 1;
	struct cell *cell = cell_of(matching, read);
	const uint32_t *latest;
	uint32_t write;

	if (read->device != 0)
		return cell->taken < cell->writes.count ? cell->writes.items[cell->taken++] : NONE;
	if (cell->writes.count == 0)
		return NONE;
	write = cell->writes.items[cell->writes.count - 1];
	latest = number_map_find(&matching->latest, key);
	if (latest != NULL && *latest == write)
		return NONE;
	set_number(&matching->latest, key, write);
	return write;
}

static void end_read(struct matching *matching, struct trace_event *end)
{
	struct trace_event *events = matching->trace->events.items;
	const uint32_t *known = number_map_find(&matching->reads, (uint64_t)end->pid + 1);
	uint32_t write;

	if (known == NULL)
		return;
	write = value_of(matching, &events[*known]);
	if (write != NONE && events[write].pid != end->pid) {
		events[write].end++;
		events[*known].end = end->end = write + 1;
		end->key = events[*known].key;
	}
	number_map_remove(&matching->reads, (uint64_t)end->pid + 1);
}

void memory_match(struct trace *trace)
{
	struct matching matching = {.trace = trace};

	for (size_t i = 0; i < trace->events.count; i++) {
		struct trace_event *event = &trace->events.items[trace->order[i]];

		if (event->kind == TRACE_MEMORY_WRITE)
			FLOW_LIST_ADD(cell_of(&matching, event)->writes, trace->order[i]);
		else if (event->kind == TRACE_MEMORY_READ)
			set_number(&matching.reads, (uint64_t)event->pid + 1, trace->order[i]);
		else if (event->kind == TRACE_MEMORY_READ_END)
			end_read(&matching, event);
	}
	for (size_t i = 0; i < matching.cells.count; i++)
		free(matching.cells.items[i].writes.items);
	free(matching.cells.items);
	number_map_free(&matching.by_object);
	number_map_free(&matching.reads);
	number_map_free(&matching.latest);
}
