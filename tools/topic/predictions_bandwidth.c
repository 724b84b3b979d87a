/* SPDX-License-Identifier: MIT */
/* Bandwidth predicted from the clock and width of the memory (SMBIOS), and from the outstanding
 * misses of one core, against measured bandwidth. */
#include <inttypes.h>
#include <string.h>

#include "tools/analysis/memory_peak.h"
#include "tools/topic/topic.h"

#define GIGA 1e9

static const char *channels_text(struct topic *topic, const struct memory_peak *peak)
{
	if (peak->channels == 0)
		return "one channel (assumed: no slot name contains a channel)";
	return tables_text(topic->tables, "%" PRIu64 " channel%s", peak->channels,
			   peak->channels == 1 ? "" : "s");
}

static const char *peak_note(struct topic *topic, const struct memory_peak *peak)
{
	if (peak->missing != NULL)
		return tables_text(topic->tables,
				   "No base without %s. Predicted: one CPU's own parallel loads "
				   "(mem.mlp); the rest is due to prefetchers.",
				   peak->missing);
	return tables_text(topic->tables,
			   "Base: %" PRIu64 " million transfers a second of %" PRIu64 " bits, on "
			   "%s. Predicted: the base, or one CPU's own parallel loads (mem.mlp) if "
			   "that is less; the rest is due to prefetchers.",
			   peak->mts, peak->bits, channels_text(topic, peak));
}

static void rate_cell(struct table *table, double bytes_per_second)
{
	if (bytes_per_second > 0)
		cell_number(table, bytes_per_second / GIGA);
	else
		cell_none(table);
}

static const char *unknown_text(const struct bandwidth_model *model)
{
	return model->loads > 0
		       ? "no prediction: unknown base, and mem.mlp is not in the run"
		       : "no prediction: unknown base, and no load is waited for";
}

static void bandwidth_row(struct topic *topic, struct table *table,
			  const struct bandwidth_prediction *prediction)
{
	const struct metric *metric = prediction->metric;
	const struct metric_name name = {metric->bench->info->name, metric->point, metric->stage};
	struct row *row = table_row(table);
	bool is_known = prediction->predicted > 0;

	row->remark = is_known ? prediction->model->why : unknown_text(prediction->model);
	cell_string(table_at(table, "operation"), topic_name(topic, &name));
	rate_cell(table, prediction->base);
	rate_cell(table, prediction->predicted);
	rate_cell(table, prediction->measured);
	if (!is_known)
		return;
	cell_number(table_at(table, "residual"),
		    (prediction->measured - prediction->predicted) / GIGA);
	cell_number(table_at(table, "part"),
		    (prediction->measured - prediction->predicted) / prediction->measured);
}

void topic_predicted_bandwidths(struct topic *topic)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, "bytes moved by", NULL},
		{"base", COLUMN_NUMBER, 0, NULL, "GB/s"},
		{"predicted", COLUMN_NUMBER, 0, NULL, "GB/s"},
		{"measured", COLUMN_NUMBER, 0, NULL, "GB/s"},
		{"residual", COLUMN_NUMBER, COLUMN_DETAIL, NULL, "GB/s"},
		{"part", COLUMN_CHANGE, 0, NULL, NULL},
	};
	const struct analysis *analysis = topic->analysis;
	const struct memory_peak peak = memory_peak_find(analysis->result);
	struct bandwidth_prediction found[BANDWIDTHS_MAX];
	struct table *table;
	size_t count;

	if (!(analysis->ns_per_tick > 0))
		return;
	count = memory_peak_predict(&analysis->metrics, &peak, found);
	table = table_begin(topic->tables, PREDICTIONS_SECTION, "predictions.bandwidth",
			    "Bandwidth by the memory's clock and width, in GB/s", columns,
			    sizeof(columns) / sizeof(columns[0]));
	table->note = peak_note(topic, &peak);
	for (size_t i = 0; i < count; i++) {
		if (topic_is_selected(topic, found[i].model->bench))
			bandwidth_row(topic, table, &found[i]);
	}
}
