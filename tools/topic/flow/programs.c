/* SPDX-License-Identifier: MIT */
/* Sums critical paths by program: all threads of one name. Names of threads end with a number, as
 * in "make-71". */
#include "tools/topic/flow/flow.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* Smaller shares of the response time are added up in a last row. */
#define ROW_SHARE_MIN 0.001

struct program {
	const char *name;
	uint64_t threads;
	uint64_t cpu_ticks, ready_ticks, waiting_ticks;
};

struct programs {
	FLOW_LIST(struct program);
	struct number_map counted;      /* threads, by the keys of their nodes */
};

static uint64_t program_ticks(const struct program *program)
{
	return program->cpu_ticks + program->ready_ticks + program->waiting_ticks;
}

static const char *program_name(struct tables *tables, const char *thread)
{
	const char *dash = strrchr(thread, '-');

	if (dash == NULL || dash == thread || strspn(dash + 1, "0123456789") != strlen(dash + 1))
		return thread;
	return tables_text(tables, "%.*s", (int)(dash - thread), thread);
}

/* Names are few, and the latest is the most frequent. */
static struct program *programs_find(struct programs *programs, const char *name)
{
	const struct program program = {.name = name};

	for (size_t i = programs->count; i-- > 0;) {
		if (strcmp(programs->items[i].name, name) == 0)
			return &programs->items[i];
	}
	FLOW_LIST_ADD(*programs, program);
	return &programs->items[programs->count - 1];
}

/* The thread of a node, or the node below the root. */
static uint32_t programs_thread(const struct flow_tree *tree, uint32_t node)
{
	while (flow_tree_kind(&tree->nodes.items[node]) == FLOW_TREE_OBJECT)
		node = tree->nodes.items[node].parent;
	return node;
}

static void programs_add(struct programs *programs, struct tables *tables,
			 const struct flow_tree *tree, const struct flow_log *log, uint32_t node)
{
	const struct flow_tree_node *item = &tree->nodes.items[node];
	const struct flow_named *object = flow_names_find(
		&log->objects, 0, (uint8_t)(item->key >> 16), (uint16_t)item->key);
	uint32_t thread = programs_thread(tree, node);
	struct program *program = programs_find(
		programs, program_name(tables, tree->nodes.items[thread].name));

	if (number_map_find(&programs->counted, tree->nodes.items[thread].key) == NULL) {
		number_map_add(&programs->counted, tree->nodes.items[thread].key, 0);
		program->threads++;
	}
	if (thread == node || object == NULL)
		program->waiting_ticks += item->self_ticks;
	else if (object->class == FLOW_CPU)
		program->cpu_ticks += item->self_ticks;
	else if (strcmp(object->name, "run_queue") == 0)
		program->ready_ticks += item->self_ticks;
	else
		program->waiting_ticks += item->self_ticks;
}

static int programs_by_ticks(const void *left, const void *right)
{
	uint64_t a = program_ticks(left), b = program_ticks(right);

	return (a < b) - (a > b);
}

static void programs_add_row(struct table *table, const struct program *program, uint64_t ticks)
{
	double all = ticks > 0 ? (double)ticks : 1;

	table_row(table);
	cell_string(table_at(table, "program"), program->name);
	cell_count(table_at(table, "threads"), program->threads);
	cell_count(table_at(table, "time"), program_ticks(program));
	cell_number(table_at(table, "share"), (double)program_ticks(program) / all);
	cell_number(table_at(table, "cpu"), (double)program->cpu_ticks / all);
	cell_number(table_at(table, "ready"), (double)program->ready_ticks / all);
	cell_number(table_at(table, "waiting"), (double)program->waiting_ticks / all);
}

static struct table *programs_begin(struct tables *tables)
{
	static const struct column columns[] = {
		{"program", COLUMN_TEXT, 0, NULL, NULL},
		{"threads", COLUMN_COUNT, 0, NULL, NULL},
		{"time", COLUMN_COUNT, 0, NULL, "ticks"},
		{"share", COLUMN_SHARE, COLUMN_BAR, "of response", NULL},
		{"cpu", COLUMN_SHARE, 0, "on a CPU", NULL},
		{"ready", COLUMN_SHARE, 0, "ready", NULL},
		{"waiting", COLUMN_SHARE, 0, "waiting", NULL},
	};
	struct table *table = table_begin(tables, "", "programs",
					  "Critical path by program, in ticks", columns,
					  COUNT(columns));

	table->note = "ready: waits for a CPU. waiting: for a disk, a timer, an interrupt or "
		      "another task. The shares add up to the response time.";
	return table;
}

void topic_flow_programs(struct tables *tables, const struct flow_tree *tree,
			 const struct flow_log *log)
{
	struct table *table = programs_begin(tables);
	struct program others = {.name = "others"};
	struct programs programs = {0};

	for (uint32_t i = 1; i < tree->nodes.count; i++) {
		if (tree->nodes.items[i].self_ticks > 0)
			programs_add(&programs, tables, tree, log, i);
	}
	qsort(programs.items, programs.count, sizeof(*programs.items), programs_by_ticks);
	for (size_t i = 0; i < programs.count; i++) {
		const struct program *program = &programs.items[i];

		if ((double)program_ticks(program) >=
		    ROW_SHARE_MIN * (double)tree->response_ticks) {
			programs_add_row(table, program, tree->response_ticks);
			continue;
		}
		others.threads += program->threads;
		others.cpu_ticks += program->cpu_ticks;
		others.ready_ticks += program->ready_ticks;
		others.waiting_ticks += program->waiting_ticks;
	}
	if (others.threads > 0)
		programs_add_row(table, &others, tree->response_ticks);
	number_map_free(&programs.counted);
	free(programs.items);
}
