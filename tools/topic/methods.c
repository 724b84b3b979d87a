/* SPDX-License-Identifier: MIT */
/* Operations measured by two methods, side by side. */
#include "tools/topic/topic.h"

#define SECTION "Core"

void topic_methods(struct topic *topic)
{
	const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, "one operation", NULL},
		{"subtracted", COLUMN_QUANTITY, 0, NULL, topic_time_unit(topic)},
		{"difference", COLUMN_QUANTITY, 0, "2n - n", topic_time_unit(topic)},
		{"verdict", COLUMN_VERDICT, 0, "", NULL},
	};
	const struct analysis *analysis = topic->analysis;
	struct table *table = topic_table(
		topic, SECTION, "methods",
		"Two methods: timing overhead subtracted, and 2n operations minus n",
		columns, COUNT(columns));
	double scale = topic_time(topic, 1);

	for (size_t i = 0; i < analysis->method_point_count; i++) {
		if (topic_is_selected(topic, analysis->method_points[i].bench->info->name)) {
			const struct method_point *point = &analysis->method_points[i];
			static const enum table_verdict verdicts[METHOD_VERDICTS] = {
				[METHODS_AGREE] = TABLE_GOOD,
				[METHODS_DIFFER] = TABLE_BAD,
				[METHODS_CANNOT_TELL] = TABLE_UNKNOWN,
			};
			struct row *row = table_row(table);

			row->is_bad = point->verdict == METHODS_DIFFER;
			cell_string(table_at(table, "operation"),
				    topic_name(topic, &(struct metric_name){
							      point->bench->info->name,
							      point->series->info->point, ""}));
			for (enum method method = 0; method < METHODS; method++) {
				const struct stats stats = stats_scaled(&point->ticks[method],
									scale);
				const struct quantity median = quantity_of(&stats,
									   topic_is_exact(topic));

				cell_quantity(table, &median);
			}
			cell_verdict(table_at(table, "verdict"), verdicts[point->verdict],
				     method_verdict_name[point->verdict]);
		}
	}
	if (!analysis->has_call_slope || !topic_is_selected(topic, CALL_BENCH))
		return;
	table_row(table);
	cell_string(table_at(table, "operation"), "cost of one argument (slope)");
	for (enum method method = 0; method < METHODS; method++) {
		const struct slope *slope = &analysis->call_slope[method];

		cell_quantity(table, &(struct quantity){
					     .value = slope->value * scale,
					     .low = slope->low * scale,
					     .high = slope->high * scale,
					     .interval = INTERVAL_95,
				     });
	}
	cell_verdict(table_at(table, "verdict"), TABLE_NEUTRAL, "");
}
