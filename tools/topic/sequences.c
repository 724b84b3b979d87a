/* SPDX-License-Identifier: MIT */
/* The user's sequences of instructions: a row for each, also for those that failed, with counted
 * events, and the prediction that the run stored. */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "tools/analysis/counts.h"
#include "tools/record/point.h"
#include "tools/results/run_directory.h"
#include "tools/topic/topic.h"

#define BENCH "code.sequence"
#define SECTION "Your instructions"

/* Keys of the run's manifest, which tools/run/code/sequences.h writes. */
#define SEQUENCES_KEY "sequences"
#define NAME_KEY "name"
#define PREDICTED_KEY "predicted_cycles"

static const char *const events[] = {"cycles", "instructions"};

/* The value of the parameter "sequence". */
static const char *name_of(struct topic *topic, const char *point)
{
	struct parameter parameter;

	while (point_next(&point, &parameter)) {
		if (strcmp(parameter.name, "sequence") == 0)
			return tables_text(topic->tables, "%s", parameter.value);
	}
	return "";
}

static const struct wire_fault *find_fault(const struct topic *topic, const char *point)
{
	const struct record_list *list = &topic->analysis->result->records[WIRE_fault];

	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i].fault.bench, BENCH) == 0 &&
		    strcmp(list->items[i].fault.point, point) == 0)
			return &list->items[i].fault;
	}
	return NULL;
}

static bool is_skipped(const struct topic *topic, const char *point)
{
	const struct record_list *list = &topic->analysis->result->records[WIRE_skip];

	for (size_t i = 0; i < list->count; i++) {
		if (strcmp(list->items[i].skip.bench, BENCH) == 0 &&
		    strcmp(list->items[i].skip.point, point) == 0)
			return true;
	}
	return false;
}

/* Where in the sequence a fault was. A fault after a jump is outside the copies. */
static const char *fault_place(struct topic *topic, const struct wire_sequence *sequence,
			       const struct wire_fault *fault)
{
	uint64_t offset = fault->rip - sequence->address;

	if (sequence->code_bytes == 0 || strcmp(fault->kind, "error") == 0)
		return "";
	if (offset / sequence->code_bytes < sequence->copies)
		return tables_text(topic->tables, ", at byte %" PRIu64,
				   offset % sequence->code_bytes);
	return tables_text(topic->tables, ", outside the first copies (rip %#" PRIx64 ")",
			   fault->rip);
}

/* Counts per copy; the counts of a sequence that failed are absent. */
static void add_counts(struct table *table, const struct bench *bench, const char *point)
{
	for (size_t event = 0; event < COUNT(events); event++) {
		for (size_t i = 0; i < bench->counts_count; i++) {
			const struct wire_count *count = &bench->counts[i].count;
			struct count_summary summary;

			if (strcmp(count->event, events[event]) != 0 ||
			    strcmp(count->point, point) != 0)
				continue;
			counts_summarise(count, &summary);
			if (summary.corrected)
				cell_number(table_at(table, events[event]), summary.events.median);
			break;
		}
	}
}

/* Returns 0 without a prediction. */
static double predicted_cycles(const json_t *sequences, const char *name)
{
	for (size_t i = 0; i < json_array_size(sequences); i++) {
		const json_t *sequence = json_array_get(sequences, i);
		const char *own = json_string_value(json_object_get(sequence, NAME_KEY));

		if (own != NULL && strcmp(own, name) == 0)
			return json_number_value(json_object_get(sequence, PREDICTED_KEY));
	}
	return 0;
}

static void sequences_add(struct topic *topic, struct table *table, const struct bench *bench,
			  const struct wire_sequence *sequence, const json_t *sequences)
{
	const char *name = name_of(topic, sequence->point);
	const struct metric *metric = topic_find(topic, BENCH, sequence->point, "");
	double predicted = predicted_cycles(sequences, name);
	struct row *row = table_row(table);
	uint64_t ring = 0;
	const struct wire_fault *fault;

	cell_string(table_at(table, "source"),
		    sequence->source[0] != '\0' ? sequence->source : name);
	point_number(sequence->point, "ring", &ring);
	cell_count(table_at(table, "ring"), ring);
	cell_string(table_at(table, "sequence"), name);
	cell_count(table_at(table, "bytes"), sequence->code_bytes);
	if (metric != NULL) {
		const struct stats stats = metric_stats(metric);
		const struct quantity median = quantity_of(&stats, topic_is_exact(topic));

		cell_count(table_at(table, "copies"), metric->series->info->iterations);
		cell_quantity(table_at(table, "median"), &median);
		cell_number(table_at(table, "min"), stats.min);
		cell_count(table_at(table, "n"), stats.n);
		topic_shows(topic, metric);
	}
	if (bench != NULL)
		add_counts(table, bench, sequence->point);
	if (predicted > 0)
		cell_number(table_at(table, "predicted"), predicted);
	fault = find_fault(topic, sequence->point);
	if (fault != NULL) {
		row->is_bad = true;
		cell_verdict(table_at(table, "verdict"), TABLE_BAD,
			     tables_text(topic->tables, "%s%s", fault->detail,
					 fault_place(topic, sequence, fault)));
	} else if (metric == NULL && !is_skipped(topic, sequence->point)) {
		row->is_bad = true;
		cell_verdict(table_at(table, "verdict"), TABLE_BAD,
			     "the log ends here: the machine may not have survived it");
	}
}

void topic_sequences(struct topic *topic)
{
	const struct column columns[] = {
		{"source", COLUMN_TEXT, COLUMN_KEY, "sequence", NULL},
		{"ring", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"sequence", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"bytes", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"copies", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, "one copy", topic_time_unit(topic)},
		{"min", COLUMN_NUMBER, COLUMN_DETAIL, NULL, topic_time_unit(topic)},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"cycles", COLUMN_NUMBER, 0, NULL, NULL},
		{"instructions", COLUMN_NUMBER, 0, NULL, NULL},
		{"predicted", COLUMN_NUMBER, 0, "predicted cycles", NULL},
		{"verdict", COLUMN_VERDICT, 0, "", NULL},
	};
	const struct result *result = topic->analysis->result;
	const struct record_list *list = &result->records[WIRE_sequence];
	json_t *manifest;
	struct table *table;

	if (list->count == 0 || !topic_is_selected(topic, BENCH))
		return;
	table = topic_table(topic, SECTION, "code.sequences",
			    "Your instructions: one copy of each sequence, by the difference of 2n "
			    "and n copies", columns, COUNT(columns));
	manifest = topic->path != NULL ? run_manifest_read(topic->path) : NULL;
	for (size_t i = 0; i < list->count; i++)
		sequences_add(topic, table, result_bench(result, BENCH), &list->items[i].sequence,
			      json_object_get(manifest, SEQUENCES_KEY));
	json_decref(manifest);
	table->flags |= TABLE_WHOLE;
	if (column_is_used(table, table_column(table, "predicted")))
		table->note = "predicted cycles: not measured, but llvm-mca's prediction for the "
			      "CPU of the host that ran bareline.";
}
