/* SPDX-License-Identifier: MIT */
/* Noise reports, with the verdict pass or fail. */
#include <math.h>
#include <string.h>

#include "tools/topic/idle/idle.h"

#define SECTION "Noise"

/* ---- Verdict ---- */

static void idle_add_verdicts(const struct idle_topic *topic)
{
	static const struct column derived[] = {
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"largest", COLUMN_NUMBER, 0, "largest gap", idle_unit_length},
		{"limit", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"ended_at", COLUMN_NUMBER, 0, "end of it", idle_unit_ms},
		{"taken", COLUMN_NUMBER, 0, "taken by gaps", "%"},
		{"watched", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"until", COLUMN_NUMBER, 0, "of", idle_unit_ms},
		{"judged_limit_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"available", COLUMN_SHARE, COLUMN_DATA, NULL, NULL},
	};
	size_t count;
	const struct column *columns = idle_record_columns(topic->tables, WIRE_noise, derived,
							   COUNT(derived), &count);
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "noise",
								     "Noise verdict", 0,
								     columns, count});

	for (size_t i = 0; i < topic->view->noise_count; i++) {
		const struct noise *noise = &topic->view->noise[i];
		const struct idle_view *view = topic->view;
		const struct wire_noise *info = noise->info;
		const struct idle_group group = idle_group_of_noise(topic, noise);
		bool is_passed = noise->verdict == NOISE_PASSED;
		struct row *row = idle_begin_row(table, &group);

		row->is_bad = !is_passed || info->final == 0;
		if (info->final == 0)
			row->remark = "Aborted: the report covers only the time until then.";
		cell_string(table_at(table, "bench"), noise->bench);
		idle_record_cells(table, WIRE_noise, info);
		cell_verdict(table_at(table, "verdict"),
			     is_passed                        ? TABLE_GOOD
			     : noise->verdict == NOISE_FAILED ? TABLE_BAD
							      : TABLE_UNKNOWN,
			     noise_verdict_name(noise->verdict));
		cell_number(table_at(table, "largest"), idle_length(view, info->largest_ticks));
		cell_number(table_at(table, "limit"), idle_length(view, noise->limit));
		cell_number_if(table_at(table, "ended_at"),
			       info->gaps > 0, idle_time(view, info->largest_at));
		cell_number(table_at(table, "taken"), 100 * (1 - noise->available));
		cell_number(table_at(table, "watched"), idle_time(view, info->watched_ticks));
		cell_number(table_at(table, "until"), idle_time(view, info->until_ticks));
		cell_count(table_at(table, "judged_limit_ticks"), noise->limit);
		cell_number(table_at(table, "available"), noise->available);
	}
}

/* ---- Counts ---- */

static void idle_add_counts(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"passes", COLUMN_COUNT, 0, NULL, NULL},
		{"gaps", COLUMN_COUNT, 0, NULL, NULL},
		{"over_limit", COLUMN_COUNT, 0, "longer than the target's limit", NULL},
		{"smis", COLUMN_COUNT, 0, "SMIs", NULL},
		{"smi_gaps", COLUMN_COUNT, 0, "in gaps", NULL},
		{"interrupts", COLUMN_COUNT, 0, NULL, NULL},
		{"interrupt_gaps", COLUMN_COUNT, 0, "in gaps", NULL},
	};
	struct table *table = idle_begin(topic,
					 &(struct idle_shape){SECTION, "noise-causes", "Causes",
							      0, columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->noise_count; i++) {
		const struct noise *noise = &topic->view->noise[i];
		const struct wire_noise *info = noise->info;
		const struct idle_group group = idle_group_of_noise(topic, noise);
		bool counts_smis = strstr(noise->info->readings, "smi") != NULL;

		if (result_is_of_process(topic->view->analysis->result))
			table->note = "A process sees neither SMIs nor interrupts. Noise-activity "
				      "has the kernel's own counts, and no recorder assigns them "
				      "to gaps.";
		else if (!counts_smis)
			table->note = "This machine cannot count SMIs.";
		idle_begin_row(table, &group);
		cell_count(table_at(table, "passes"), info->passes);
		cell_count(table_at(table, "gaps"), info->gaps);
		cell_count(table_at(table, "over_limit"), info->over_limit);
		cell_count_if(table_at(table, "smis"), counts_smis, info->smis);
		cell_count_if(table_at(table, "smi_gaps"), counts_smis, info->smi_gaps);
		cell_count(table_at(table, "interrupts"), info->interrupts);
		cell_count(table_at(table, "interrupt_gaps"), info->interrupt_gaps);
	}
}

/* ---- Lengths ---- */

struct table *idle_begin_noise_gaps(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"from", COLUMN_NUMBER, 0, "gaps from", idle_unit_length},
		{"to", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"first", COLUMN_NUMBER, 0, "end of first", idle_unit_ms},
		{"from_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"first_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	static const struct chart_layer bars = {.style = CHART_BARS};
	struct table *table = idle_begin(topic,
					 &(struct idle_shape){SECTION, "noise-gaps",
							      idle_title(topic, "Gaps by length"),
							      0, columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "from",
		.x_end = "to",
		.y = "n",
		.x_axis = idle_length_axis(topic, "length of a gap"),
		.y_axis = {.label = "gaps", .is_count = true, .from_zero = true},
		.layers = &bars,
		.layer_count = 1,
	};
	table->chart.x_axis.is_log = true;
	table->chart.x_axis.from_zero = false;
	return table;
}

void idle_add_noise_gaps(const struct idle_topic *topic, struct table *table,
			 const struct idle_group *group, const struct noise *noise)
{
	const struct idle_view *view = topic->view;

	for (size_t i = 0; i < noise->bin_count; i++) {
		idle_begin_row(table, group)->is_detail = noise->counts[i] == 0;
		cell_number(table_at(table, "from"), ldexp(1, (int)i) / view->scale.unit_ticks);
		cell_number(table_at(table, "to"), ldexp(1, (int)i + 1) / view->scale.unit_ticks);
		cell_count(table_at(table, "n"), noise->counts[i]);
		cell_number_if(table_at(table, "first"),
			       noise->counts[i] > 0, idle_time(view, noise->firsts[i]));
		cell_count(table_at(table, "from_ticks"), UINT64_C(1) << i);
		cell_count(table_at(table, "first_ticks"), noise->firsts[i]);
	}
}

/* ---- Activity of the operating system ---- */

static void idle_add_activities(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"source", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"count", COLUMN_COUNT, 0, NULL, NULL},
		{"elapsed", COLUMN_NUMBER, 0, "in", idle_unit_ms},
	};
	struct table *table =
		idle_begin(topic, &(struct idle_shape){SECTION, "noise-activity",
						       "Operating system activity", 0,
						       columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->noise_count; i++) {
		const struct noise *noise = &topic->view->noise[i];
		const struct record_list *list =
			&topic->view->analysis->result->records[WIRE_os_activity];
		const struct idle_group group = idle_group_of_noise(topic, noise);

		for (size_t j = 0; j < list->count; j++) {
			const struct wire_os_activity *activity = &list->items[j].os_activity;

			if (activity->bench != noise->info->bench ||
			    activity->cpu != noise->info->cpu ||
			    strcmp(activity->point, noise->info->point) != 0)
				continue;
			idle_begin_row(table, &group);
			cell_string(table_at(table, "source"), activity->source);
			cell_string(table_at(table, "what"), activity->name);
			cell_count(table_at(table, "count"), activity->count);
			cell_number(table_at(table, "elapsed"),
				    idle_time(topic->view, activity->elapsed_ticks));
		}
	}
}

void idle_add_noise(const struct idle_topic *topic)
{
	struct table *gaps;

	idle_add_verdicts(topic);
	idle_add_counts(topic);
	idle_add_activities(topic);
	gaps = idle_begin_noise_gaps(topic);
	for (size_t i = 0; i < topic->view->noise_count; i++) {
		const struct idle_group group = idle_group_of_noise(topic, &topic->view->noise[i]);

		idle_add_noise_gaps(topic, gaps, &group, &topic->view->noise[i]);
	}
}
