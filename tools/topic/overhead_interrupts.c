/* SPDX-License-Identifier: MIT */
/* Interrupts and wake-ups of a process, next to the closest bare-metal metrics. These are different
 * operations of different benchmarks, so the table shows and describes their difference, and has no
 * ratio. */
#include <string.h>

#include "tools/record/point.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"
#include "tools/topic/sides.h"

struct wake_pair {
	const char *event;
	struct metric_name linux_metric, metal_metric; /* the points are required parameters */
	const char *more;       /* the additional work of Linux */
};

#define ONLY_LINUX {"", "", ""}

static const struct wake_pair events[] = {
	{"a timer, to a running program", {"os.timer", "by=signal", "delivery"},
	 {"irq.lapic_timer", "wait=spin", "delivery"},
	 "the kernel's handler and timers, and a call of the signal handler"},
	{"a timer, to a sleeping program", {"os.timer", "by=timerfd", "delivery"},
	 {"irq.lapic_timer", "wait=hlt", "delivery"},
	 "the kernel's handler and timers, wake-up, task switch and the end of the read"},
	{"a thread woken on another CPU, by a futex", {"os.wake", "by=futex cpu=other", "one_way"},
	 {"smp.ipi", "wait=hlt", "one_way"},
	 "the call, the wake-up, leaving the other CPU's idle loop, and a task switch"},
	{"a thread woken on another CPU, by an eventfd",
	 {"os.wake", "by=eventfd cpu=other", "one_way"}, {"smp.ipi", "wait=hlt", "one_way"},
	 "the same, and a file"},
	{"a round trip of a word on one CPU, by eventfds",
	 {"os.wake", "by=eventfd cpu=same", "round_trip"},
	 {"os.pipe", "ring=3 between=threads", ""},
	 "files, and scheduling classes and accounting"},
	{"a soft interrupt, to a thread sleeping in recv",
	 {"os.wake", "by=datagram cpu=same", "one_way"}, ONLY_LINUX,
	 "everything: bare metal has no soft interrupts"},
};

/* NULL if the side has no such metric. */
static const struct side_metric *wake_metric(const struct comparison *comparison, enum side side,
					     const struct metric_name *name)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		if (strcmp(metric->bench, name->bench) == 0 &&
		    strcmp(metric->stage, name->stage) == 0 && metric->sides[side].runs > 0 &&
		    point_has_all(metric->point, name->point))
			return &metric->sides[side];
	}
	return NULL;
}

static const char *wake_metric_name(struct tables *tables, const struct metric_name *name)
{
	return tables_text(tables, "%s %s%s%s", name->bench, name->point,
			   name->stage[0] != '\0' ? " " : "", name->stage);
}

static void wake_pair_row(struct table *table, const struct wake_pair *event, bool is_linux,
			  const struct side_metric *hosted, const struct side_metric *metal)
{
	bool has_both = metal != NULL && strcmp(metal->unit, hosted->unit) == 0;

	table_row(table);
	cell_string(table_at(table, "event"), event->event);
	metric_value_cell(table, hosted, false);
	metric_value_cell(table, has_both ? metal : NULL, false);
	cell_number_if(table_at(table, "difference"),
		       has_both, has_both ? hosted->median - metal->median : 0);
	cell_string(table_at(table, "unit"), hosted->unit);
	cell_string_or_none(table_at(table, "more"), is_linux ? event->more : "");
	cell_string(table_at(table, "linux_figure"),
		    wake_metric_name(table->of, &event->linux_metric));
	cell_string_or_none(table_at(table, "metal_figure"), event->metal_metric.bench[0] != '\0'
					   ? wake_metric_name(table->of, &event->metal_metric)
					   : "");
}

void overhead_add_interrupts(struct tables *tables, const char *section,
			     const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"event", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"linux", COLUMN_QUANTITY, 0, "Linux", NULL},
		{"metal", COLUMN_QUANTITY, 0, NULL, NULL},
		{"difference", COLUMN_NUMBER, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"more", COLUMN_TEXT, COLUMN_DATA, "additional on Linux", NULL},
		{"linux_figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"metal_figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	size_t count = sizeof(columns) / sizeof(columns[0]);
	bool is_linux = !comparison_has_other_os(comparison);
	struct table *table = table_begin(tables, section, "overhead.interrupts",
					  "Interrupts and wake-ups as a process sees them",
					  sides_columns(tables, comparison, columns, count), count);

	table->note = is_linux ? "The bare-metal metrics are of an interrupt, or of a word between "
				 "threads, so there is no ratio; docs/overhead.md lists Linux's "
				 "additional work."
			       : "The bare-metal metrics are of an interrupt, or of a word between "
				 "threads, so there is no ratio.";
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		const struct side_metric *hosted =
			wake_metric(comparison, LINUX, &events[i].linux_metric);

		if (hosted != NULL)
			wake_pair_row(table, &events[i], is_linux, hosted,
				      wake_metric(comparison, METAL, &events[i].metal_metric));
	}
}
