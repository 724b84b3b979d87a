/* SPDX-License-Identifier: MIT */
/* When machines and models changed. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <stdlib.h>

#include "tools/topic/fleet/labels.h"
#include "tools/fleet/values.h"

#define CHANGES_SHOWN 12

struct found_change {
	const struct fleet_series *series;
	const struct change_point *change;
	double size;
};

static int compare_found(const void *a, const void *b)
{
	const struct found_change *first = a, *second = b;

	return (first->size < second->size) - (first->size > second->size);
}

static size_t list_changes(const struct topic_fleet *content, struct found_change *found)
{
	const struct fleet_history *history = content->history;
	size_t count = 0;

	for (size_t i = 0; i < history->count; i++) {
		const struct fleet_series *series = &history->series[i];

		for (size_t j = 0; j < series->change_count; j++) {
			const struct change_point *change = &series->changes[j];

			if (found != NULL)
				found[count] = (struct found_change){
					series, change,
					change->before > 0
						? fabs(change_part(change->before, change->after))
						: 0};
			count++;
		}
	}
	if (found != NULL)
		qsort(found, count, sizeof(*found), compare_found);
	return count;
}

void fleet_add_changes(struct tables *tables, const struct topic_fleet *content)
{
	static const struct column columns[] = {
		{"of", COLUMN_TEXT, COLUMN_KEY, "of", NULL},
		{"figure", COLUMN_TEXT, 0, "metric", NULL},
		{"since", COLUMN_TEXT, 0, NULL, NULL},
		{"change", COLUMN_CHANGE, 0, NULL, NULL},
		{"p", COLUMN_PROBABILITY, 0, NULL, NULL},
		{"with", COLUMN_TEXT, COLUMN_DATA | COLUMN_KEPT, "what else changed", NULL},
	};
	const struct fleet *fleet = content->fleet;
	struct table *table = table_begin(tables, "Changes", "changes",
					  "Changes over time, the largest first", columns,
					  COUNT(columns));
	size_t count = content->history != NULL ? list_changes(content, NULL) : 0;
	struct found_change *found = tables_allocate(tables, count + 1, sizeof(*found));

	table->flags = TABLE_WHOLE | TABLE_WIDE | TABLE_HEAT;
	table->note =
		"A machine's change is one of its runs; a model's is the median of its machines, "
		"day by day, each relative to its own latest runs.";
	if (count > 0)
		list_changes(content, found);
	for (size_t i = 0; i < count; i++) {
		const struct fleet_series *series = found[i].series;
		const struct change_point *change = found[i].change;
		const struct fleet_figure *figure = &fleet->figures[series->figure];
		bool is_model = series->machine == fleet->count;
		char *with = fleet_change_describe(content->history, series, change);
		struct row *row = table_row(table);

		row->is_detail = i >= CHANGES_SHOWN;
		row->remark = with[0] != '\0' ? tables_text(tables, "with %s", with) : NULL;
		cell_text(table_at(table, "of"), "%s%s", is_model ? "all " : "",
			  is_model ? fleet_model_name(tables, fleet, &fleet->models[series->model])
				   : fleet_machine_name(tables, fleet,
							&fleet->machines[series->machine]));
		cell_string(table_at(table, "figure"), fleet_figure_label(tables, figure));
		cell_string(table_at(table, "since"),
			    fleet_day_text(tables, series->times[change->first]));
		if (change->before > 0)
			cell_number(table_at(table, "change"),
				    fleet_shown_change(figure,
						       change_part(change->before, change->after)));
		cell_number(table_at(table, "p"), change->p);
		cell_string_or_none(table_at(table, "with"), tables_text(tables, "%s", with));
		free(with);
	}
}
