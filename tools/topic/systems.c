/* SPDX-License-Identifier: MIT */
/* Rows in the order of the paper. */
#include "tools/topic/systems.h"

#include <string.h>

#include "lib/point.h"
#include "tools/record/point.h"
#include "tools/topic/metric_tables.h"

const char *const systems_benches[] = {
	"null.timing", "selftest.*", "clock.read", "cpu.read", "cpu.loop", "cpu.call",
	"entry.round_trip", "entry.null_syscall", "os.process_*", "os.thread_*",
	"os.switch_thread", "os.switch_space", "os.pipe", "os.wake", "fault.not_present",
	"fault.write_protect", "fault.demand_zero", "fault.shootdown", "clock.timer_latency",
	"idle.validation", NULL};
const char *const systems_timed_benches[] = {"mem.latency", "mem.bandwidth.read",
					     "mem.bandwidth.copy", "idle.profile", NULL};

static const struct operation {
	const char *name;
	struct metric_name metric; /* its point has these parameters */
} operations[] = {
	{"cost of timing", {"null.timing", "", ""}},
	{"read of a clock: CPU", {"clock.read", "clock=cpu", ""}},
	{"read of a clock: gettimeofday", {"clock.read", "clock=gettimeofday", ""}},
	{"read of a clock: time", {"clock.read", "clock=time", ""}},
	{"load of a byte, with its loop", {"cpu.read", "", ""}},
	{"pass of a loop", {"cpu.loop", "", ""}},
	{"procedure call", {"cpu.call", "arguments=0", ""}},
	{"procedure call, seven arguments", {"cpu.call", "arguments=7", ""}},
	{"system call: the hardware", {"entry.round_trip", "path=syscall", ""}},
	{"system call, the kernel too", {"entry.null_syscall", "path=syscall", ""}},
	{"system call by interrupt gate", {"entry.null_syscall", "path=int_gate", ""}},
	{"process created", {"os.process_create", "size_bytes=4096", ""}},
	{"process created and run", {"os.process_run", "size_bytes=4096", ""}},
	{"thread created, new stack", {"os.thread_create", "stack=fresh", ""}},
	{"thread created, cached stack", {"os.thread_create", "stack=pooled", ""}},
	{"thread created and run", {"os.thread_run", "stack=fresh", ""}},
	{"switch between threads", {"os.switch_thread", "ring=3 " POINT_SAVED, ""}},
	{"switch between processes", {"os.switch_space", "ring=3 " POINT_SAVED " pcid=off", ""}},
	{"pipe, one way", {"os.wake", "by=pipe cpu=same", "one_way"}},
	{"pipe and back, threads", {"os.pipe", "ring=3 between=threads", ""}},
	{"pipe and back, processes", {"os.pipe", "ring=3 between=processes", ""}},
	{"load in 16 KiB",
	 {"mem.latency", "order=random page_bytes=4096 size_bytes=16384", ""}},
	{"load in 1 MiB", {"mem.latency", "order=random page_bytes=4096 size_bytes=1048576", ""}},
	{"64 bytes read, in 256 KiB",
	 {"mem.bandwidth.read", "cpus=1 width=64 size_bytes=262144", ""}},
	{"64 bytes copied, in 256 KiB",
	 {"mem.bandwidth.copy", "cpus=1 width=64 size_bytes=262144", ""}},
	{"page fault, no page",
	 {"fault.not_present", "ring=3 action=trap page_bytes=4096", "total"}},
	{"first touch of a page", {"fault.demand_zero", "ring=3 page_bytes=4096", ""}},
	{"first touch of a page of 2 MiB", {"fault.demand_zero", "ring=3 page_bytes=2097152", ""}},
	{"forbidden write, then allowed",
	 {"fault.write_protect", "ring=3 action=map page_bytes=4096", "total"}},
	{"page unmapped", {"fault.shootdown", "cpus=1 wait=spin", "total"}},
	{"wait for a time, lateness",
	 {"clock.timer_latency", "interval_us=1000", "lateness"}},
};

/* The operation's place in the list of metrics; their number if no system has it. */
static size_t operation_find(const struct side_list *list, const struct metric_name *wanted)
{
	size_t i = 0;

	while (i < list->names.metric_count) {
		const struct compared_metric *metric = &list->names.metrics[i];

		if (!metric->is_cold && strcmp(metric->bench, wanted->bench) == 0 &&
		    strcmp(metric->stage, wanted->stage) == 0 &&
		    point_has_all(metric->point, wanted->point))
			break;
		i++;
	}
	return i;
}

static struct column *systems_columns(struct tables *tables, const struct side_list *list,
				      size_t *count)
{
	struct column *columns = tables_allocate(tables, 3 * list->count + 4, sizeof(*columns));

	*count = 0;
	columns[(*count)++] = (struct column){"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL};
	for (size_t i = 0; i < list->count; i++) {
		const struct listed_side *side = &list->items[i];

		columns[(*count)++] = (struct column){side->name, COLUMN_QUANTITY,
						      i > METAL ? COLUMN_HEAT : 0, side->title,
						      NULL};
		columns[(*count)++] = (struct column){tables_text(tables, "%s_min", side->name),
						      COLUMN_NUMBER, COLUMN_DATA, NULL, NULL};
		columns[(*count)++] = (struct column){tables_text(tables, "%s_max", side->name),
						      COLUMN_NUMBER, COLUMN_DATA, NULL, NULL};
	}
	columns[(*count)++] = (struct column){"unit", COLUMN_TEXT,
					      side_list_is_exact(list) ? COLUMN_DATA : 0, "", NULL};
	columns[(*count)++] = (struct column){"unstable", COLUMN_TEXT, 0, "", NULL};
	columns[(*count)++] = (struct column){"figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL};
	return columns;
}

/* The metric of each side. Returns whether its samples differ on one of them. */
static bool operation_cells(struct table *table, const struct side_list *list, size_t place)
{
	bool is_unstable = false;

	for (size_t i = 0; i < list->count; i++) {
		const struct side_metric *metric = side_list_metric(list, place, i);

		metric_value_cell(table, metric, false);
		cell_number_if(table, metric != NULL, metric != NULL ? metric->min : 0);
		cell_number_if(table, metric != NULL, metric != NULL ? metric->max : 0);
		is_unstable |= metric != NULL && !side_metric_is_one_value(metric);
	}
	return is_unstable;
}

void topic_systems(struct tables *tables, const struct side_list *list)
{
	bool is_exact = side_list_is_exact(list);
	size_t count;
	const struct column *columns = systems_columns(tables, list, &count);
	struct table *table = table_begin(tables, "Operations of a personal computer",
					  "systems.operations",
					  is_exact ? "Operations, in instructions" : "Operations",
					  columns, count);

	table->flags = TABLE_WHOLE | TABLE_WIDE;
	for (size_t i = 0; i < COUNT(operations); i++) {
		size_t place = operation_find(list, &operations[i].metric);
		const struct compared_metric *metric = &list->names.metrics[place];
		bool is_unstable;

		if (place == list->names.metric_count)
			continue;
		table_row(table);
		cell_string(table_at(table, "operation"), operations[i].name);
		is_unstable = operation_cells(table, list, place);
		cell_string(table_at(table, "unit"), metric_unit(metric));
		if (is_unstable && is_exact)
			cell_string(table_at(table, "unstable"), MARK_UNSTABLE);
		cell_string(table_at(table, "figure"), metric_label(tables, metric));
	}
	table->note = tables_text(tables, "Medians of the runs' medians. %sAn empty cell: the "
				  "system lacks the operation.", is_exact
				  ? MARK_UNSTABLE ": the samples of a system differ. " : "");
}
