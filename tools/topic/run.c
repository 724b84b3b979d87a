/* SPDX-License-Identifier: MIT */
/* The order of the report, and access to a run's metrics. A benchmark that no topic shows has its
 * own table at the end of its family's section, or under a heading of its own. */
#include "tools/topic/topic.h"

#include <string.h>

#include "lib/point.h"
#include "tools/record/point.h"

#define LABEL_BYTES_MAX 256

/* Each line is a topic, or a family of benchmarks with a heading. */
static const struct {
	void (*make)(struct topic *topic);
	const char *section, *family;
} order[] = {
	{topic_verdict, NULL, NULL},
	{topic_machine, NULL, NULL},
	{topic_state, NULL, NULL},
	{topic_cost_of_linux, NULL, NULL},
	{topic_selftests, NULL, NULL},
	{topic_headlines, NULL, NULL},
	{topic_anatomy, NULL, NULL},
	{topic_sequences, NULL, NULL},
	{topic_memory, NULL, NULL},
	{topic_memory_order, NULL, NULL},
	{topic_bandwidth, NULL, NULL},
	{topic_nodes, NULL, NULL},
	{topic_line_transfer, NULL, NULL},
	{NULL, "Memory", "mem"},
	{topic_interrupts, NULL, NULL},
	{NULL, "Interrupts", "irq"},
	{NULL, "Interrupts", "smp"},
	{topic_faults, NULL, NULL},
	{NULL, "Faults", "fault"},
	{NULL, "Entry to the kernel", "entry"},
	{NULL, "Threads and processes", "os"},
	{NULL, "Core", "cpu"},
	{topic_methods, NULL, NULL},
	{topic_predictions, NULL, NULL},
	{topic_predicted_bandwidths, NULL, NULL},
	{topic_coarse_clock, NULL, NULL},
	{NULL, "Clocks", "clock"},
	{topic_idle, NULL, NULL},
	{NULL, "Idle and noise", "idle"},
	{NULL, "Idle and noise", "noise"},
	{topic_input, NULL, NULL},
	{NULL, "Input", "input"},
	{topic_flow, NULL, NULL},
	{NULL, "Flows", "flow"},
	{NULL, "Timing overhead", "null"},
	{NULL, "Timing overhead", "selftest"},
	{NULL, NULL, NULL},
	{topic_counts, NULL, NULL},
	{topic_skipped, NULL, NULL},
	{topic_host, NULL, NULL},
};

/* How the page shows these sections. It shows other sections as it shows tables of several runs. */
static const struct section_view sections[] = {
	{"Single operations", "key metrics, and the stages of four", NULL, false, NULL},
	{"Memory", "caches, translation, misses in flight, bandwidth", NULL, false, "mem"},
	{"Interrupts", "sources, stage by stage", NULL, false, "irq"},
	{"Faults", "by kind, ring, page size and repair", NULL, false, "fault"},
	{"Entry to the kernel", "system calls and mitigations", NULL, false, "entry"},
	{"Threads and processes", "creation, switches, pipes", NULL, false, "os"},
	{"Core", "instructions, calls, two methods compared", NULL, false, "cpu"},
	{PREDICTIONS_SECTION, "operations as sums of others", NULL, false, "predictions"},
	{"Clocks", "timers, and what a coarse clock hides", NULL, false, "clock"},
	{"Idle and noise", "who takes an idle CPU, and for how long", "bareline idle", true,
	 "idle"},
	{"Input", "keystrokes and mouse events to their effect", "bareline idle", true, "input"},
	{"Flows", "interactions of threads, devices and nodes", "bareline flow", true, "flow"},
	{"Timing overhead", "the clock reads themselves", NULL, true, "null"},
	{KNOW_SECTION, "requirements of skipped points, warnings, host", NULL, true, "skipped"},
};

/* Tables that the page of a run shows at once. */
static const struct {
	const char *name;
	unsigned flags;
} leads[] = {
	{"anatomy", TABLE_LEAD | TABLE_WIDE},
	{MEMORY_CURVE_BENCH, TABLE_LEAD | TABLE_WIDE},
	{TLB_BENCH, TABLE_LEAD},
	{"mem.latency.order", TABLE_LEAD},
	{"mem.mlp", TABLE_LEAD},
	{"mem.bandwidth", TABLE_LEAD | TABLE_WIDE},
};

const char *topic_section(const char *word)
{
	for (size_t i = 0; i < COUNT(sections); i++) {
		if (sections[i].word != NULL && strcmp(sections[i].word, word) == 0)
			return sections[i].name;
	}
	return NULL;
}

void topic_run(struct topic *topic)
{
	topic->tables->sections = sections;
	topic->tables->section_count = COUNT(sections);
	topic->tables->interval_name = "95 % CI, this boot";
	topic->tables->caution = topic_caution(topic->analysis->time_base);
	topic->is_shown = tables_allocate(topic->tables, topic->analysis->metrics.count,
					  sizeof(*topic->is_shown));
	for (size_t i = 0; i < COUNT(order); i++) {
		if (order[i].make != NULL)
			order[i].make(topic);
		else
			topic_family(topic, order[i].section, order[i].family);
	}
	for (size_t i = 0; i < topic->tables->count; i++) {
		for (size_t j = 0; j < COUNT(leads); j++) {
			if (strcmp(topic->tables->items[i]->name, leads[j].name) == 0)
				topic->tables->items[i]->flags |= leads[j].flags;
		}
	}
	findings_add(topic->tables);
}

bool topic_is_selected(const struct topic *topic, const char *bench)
{
	return patterns_select(topic->benches, bench);
}

const struct metric *topic_metrics(const struct topic *topic, const char *bench, size_t *count)
{
	*count = 0;
	return topic_is_selected(topic, bench) ? metrics_of(&topic->analysis->metrics, bench, count)
					       : NULL;
}

const struct metric *topic_find(const struct topic *topic, const char *bench, const char *point,
				const char *stage)
{
	size_t count;
	const struct metric *metrics = topic_metrics(topic, bench, &count);

	for (size_t i = 0; i < count; i++) {
		if (metric_has_samples(&metrics[i]) && point_is(metrics[i].point, point) &&
		    strcmp(metrics[i].stage, stage) == 0)
			return &metrics[i];
	}
	return NULL;
}

void topic_shows(struct topic *topic, const struct metric *metric)
{
	topic->is_shown[metric - topic->analysis->metrics.items] = true;
}

bool topic_has_shown(const struct topic *topic, const struct metric *metrics, size_t count)
{
	const struct metric *all = topic->analysis->metrics.items;

	for (size_t i = 0; i < count; i++) {
		if (metric_has_samples(&metrics[i]) && !metrics[i].is_doubled &&
		    !topic->is_shown[&metrics[i] - all])
			return false;
	}
	return true;
}

const char *topic_caution(enum time_base base)
{
	switch (base) {
	case TIME_EMULATED:
		return "Emulated: times are the emulator's on its host, not the machine's";
	case TIME_UNKNOWN:
		return "Time base unknown: ticks can't be turned into time";
	case TIME_REAL:
	case TIME_INSTRUCTIONS:
		break;
	}
	return NULL;
}

bool topic_is_exact(const struct topic *topic)
{
	return topic->analysis->time_base == TIME_INSTRUCTIONS;
}

const char *topic_time_unit(const struct topic *topic)
{
	return topic->analysis->ns_per_tick > 0 ? "ns" : analysis_tick_name(topic->analysis);
}

const char *topic_rate_unit(const struct topic *topic)
{
	if (topic->analysis->ns_per_tick > 0)
		return "GB/s";
	return topic_is_exact(topic) ? "bytes per instruction" : "bytes per tick";
}

struct table *topic_table(struct topic *topic, const char *section, const char *name,
			  const char *title, const struct column *columns, size_t column_count)
{
	struct column *kept = tables_allocate(topic->tables, column_count, sizeof(*kept));

	memcpy(kept, columns, column_count * sizeof(*kept));
	return table_begin(topic->tables, section, name, title, kept, column_count);
}

const char *topic_point(struct topic *topic, const char *point)
{
	char label[LABEL_BYTES_MAX];

	point_label(point, label, sizeof(label));
	return tables_text(topic->tables, "%s", label);
}

const char *topic_name(struct topic *topic, const struct metric_name *name)
{
	const char *point = topic_point(topic, name->point);

	return tables_text(topic->tables, "%s%s%s%s%s", name->bench, point[0] != '\0' ? " " : "",
			   point, name->stage[0] != '\0' ? ", " : "", name->stage);
}

double topic_time(const struct topic *topic, double ticks)
{
	return topic->analysis->ns_per_tick > 0 ? ticks * topic->analysis->ns_per_tick : ticks;
}
