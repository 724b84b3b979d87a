/* SPDX-License-Identifier: MIT */
/* Predictions from the run's own primitives against measured values. Points on the diagonal are
 * exact predictions. */
#include <math.h>

#include "tools/topic/topic.h"

/* "= 2 × cpu.loop + selftest.l1_load: why". */
static const char *model_text(struct topic *topic, const struct prediction *model)
{
	const char *text = "";

	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &model->terms[i];
		const char *times = "";

		if (term->primitive.bench == NULL)
			break;
		if (fabs(term->count) != 1)
			times = tables_text(topic->tables, "%g × ", fabs(term->count));
		text = tables_text(topic->tables, "%s%s%s%s", text,
				   i == 0            ? "= "
				   : term->count < 0 ? " - "
						     : " + ",
				   times, topic_name(topic, &term->primitive));
	}
	return tables_text(topic->tables, "%s: %s", text, model->why);
}

static void predictions_add(struct topic *topic, struct table *table,
			    const struct predicted *predicted)
{
	bool is_known = predicted->missing == NULL;
	struct row *row = table_row(table);

	row->remark = is_known ? model_text(topic, predicted->model)
			       : tables_text(topic->tables, "no prediction without %s",
					     topic_name(topic, predicted->missing));
	cell_string(table_at(table, "operation"), topic_name(topic, &predicted->model->operation));
	if (is_known && predicted->base != 0)
		cell_number(table_at(table, "base"), topic_time(topic, predicted->base));
	if (is_known)
		cell_number(table_at(table, "predicted"), topic_time(topic, predicted->predicted));
	cell_number(table_at(table, "measured"), topic_time(topic, predicted->measured));
	if (!is_known)
		return;
	cell_number(table_at(table, "residual"), topic_time(topic, predicted->residual));
	if (predicted->measured > 0)
		cell_number(table_at(table, "part"), predicted->residual / predicted->measured);
}

/* The diagonal, from the minimum to the maximum value. */
static void predictions_draw(struct topic *topic, struct table *table)
{
	const struct analysis *analysis = topic->analysis;
	struct chart_layer *layers = tables_allocate(topic->tables, 2, sizeof(*layers));
	struct chart_point *ends = tables_allocate(topic->tables, 2, sizeof(*ends));
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < analysis->predicted_count; i++) {
		const struct predicted *predicted = &analysis->predicted[i];

		if (predicted->missing != NULL || !(predicted->predicted > 0))
			continue;
		low = fmin(low, fmin(predicted->predicted, predicted->measured));
		high = fmax(high, fmax(predicted->predicted, predicted->measured));
	}
	ends[0] = (struct chart_point){.x = topic_time(topic, low), .y = topic_time(topic, low)};
	ends[1] = (struct chart_point){.x = topic_time(topic, high), .y = topic_time(topic, high)};
	layers[0] = (struct chart_layer){.name = "an operation", .style = CHART_POINTS};
	layers[1] = (struct chart_layer){.name = "as predicted",
					 .style = CHART_REFERENCE,
					 .points = ends,
					 .count = low > 0 && high > low ? 2 : 0};
	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "predicted",
		.y = "measured",
		.layers = layers,
		.layer_count = 2,
		.x_axis = {.label = tables_text(topic->tables, "predicted, in %s",
						topic_time_unit(topic)),
			   .is_log = true},
		.y_axis = {.label = tables_text(topic->tables, "measured, in %s",
						topic_time_unit(topic)),
			   .is_log = true},
	};
}

static bool predictions_has_any(const struct topic *topic)
{
	const struct analysis *analysis = topic->analysis;

	for (size_t i = 0; i < analysis->predicted_count; i++) {
		if (analysis->predicted[i].missing == NULL &&
		    topic_is_selected(topic, analysis->predicted[i].model->operation.bench))
			return true;
	}
	return false;
}

/* A run without any prediction has no table. */
void topic_predictions(struct topic *topic)
{
	const char *unit = topic_time_unit(topic);
	const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, "one operation", NULL},
		{"base", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"predicted", COLUMN_NUMBER, 0, NULL, unit},
		{"measured", COLUMN_NUMBER, 0, NULL, unit},
		{"residual", COLUMN_NUMBER, COLUMN_DETAIL, NULL, unit},
		{"part", COLUMN_CHANGE, 0, NULL, NULL},
	};
	const struct analysis *analysis = topic->analysis;
	struct table *table;

	if (!predictions_has_any(topic))
		return;
	table = topic_table(
		topic, PREDICTIONS_SECTION, "predictions",
		tables_text(topic->tables,
			    "Operations as sums of primitives of the same run, in %s", unit),
		columns, sizeof(columns) / sizeof(columns[0]));

	table->note = "A point above the line took longer than the sum of its parts.";
	for (size_t i = 0; i < analysis->predicted_count; i++) {
		if (topic_is_selected(topic, analysis->predicted[i].model->operation.bench))
			predictions_add(topic, table, &analysis->predicted[i]);
	}
	predictions_draw(topic, table);
}
