/* SPDX-License-Identifier: MIT */
/* The operations of Linux. They are predicted from the costs on bare metal, and from the costs that
 * Linux adds to simpler operations. */
#include <string.h>

#include "tools/compare/hosted_prediction.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"

static struct table *predictions_begin(struct tables *tables, const char *section,
				       const struct column *columns, size_t column_count)
{
	struct table *table = table_begin(tables, section, "overhead.predictions",
					  "Linux predicted from bare metal", columns,
					  column_count);

	table->flags = TABLE_WHOLE | TABLE_REMARKS;
	table->note = "Base: the operation on bare metal; for a null system call, only the "
		      "hardware's part. OS overhead: estimated from the cost that Linux adds to "
		      "simpler operations, as stated below. Deviation: the part of the measured "
		      "value that is not predicted.";
	return table;
}

/* Fill the cells of a row that the tables have for one kernel and for several kernels. kernel is
 * NULL for one. */
static void predictions_fill(struct table *table, const struct hosted_predicted *predicted,
			     const char *kernel)
{
	cell_string(table_at(table, "operation"), predicted->model->name);
	if (kernel != NULL)
		cell_text(table_at(table, "kernel"), "%s", kernel);
	cell_number(table_at(table, "base"), predicted->base);
	cell_number(table_at(table, "overhead"), predicted->overhead);
	cell_number(table_at(table, "predicted"), predicted->predicted);
	cell_number(table_at(table, "measured"), predicted->measured);
	cell_string(table_at(table, "unit"), predicted->operation->sides[LINUX].unit);
	if (predicted->measured > 0)
		cell_number(table_at(table, "deviation"),
			    (predicted->measured - predicted->predicted) / predicted->measured);
	cell_string(table_at(table, "figure"), metric_label(table->of, predicted->operation));
}

void overhead_add_predictions(struct tables *tables, const char *section,
			      const struct comparison *comparison)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, "on Linux", NULL},
		{"base", COLUMN_NUMBER, 0, "base hardware", NULL},
		{"overhead", COLUMN_NUMBER, COLUMN_IMPLIED, "OS overhead", NULL},
		{"predicted", COLUMN_NUMBER, COLUMN_IMPLIED, NULL, NULL},
		{"measured", COLUMN_NUMBER, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"deviation", COLUMN_CHANGE, 0, NULL, NULL},
		{"figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"why", COLUMN_TEXT, COLUMN_DATA, "estimated overhead", NULL},
	};
	struct table *table = predictions_begin(tables, section, columns,
						sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; i < hosted_prediction_count; i++) {
		struct hosted_predicted predicted;

		if (hosted_predict(comparison, &hosted_predictions[i], &predicted)) {
			struct row *row = table_row(table);

			row->remark = predicted.model->why;
			predictions_fill(table, &predicted, NULL);
			cell_string(table_at(table, "why"), row->remark);
		}
	}
}

/* ---- Several kernels ---- */

static void predictions_add_operation(struct table *table, const struct side_list *list,
				      const struct comparison *of_kernels,
				      const struct hosted_prediction *model)
{
	struct row *last = NULL;

	for (size_t side = LINUX; side < list->count; side++) {
		struct hosted_predicted predicted;

		if (!hosted_predict(&of_kernels[side], model, &predicted))
			continue;
		last = table_row(table);
		predictions_fill(table, &predicted, list->items[side].title);
	}
	if (last != NULL)
		last->remark = model->why;
}

void overhead_add_predictions_of_kernels(struct tables *tables, const struct side_list *list)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_GROUP, "on Linux", NULL},
		{"kernel", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"base", COLUMN_NUMBER, 0, "base hardware", NULL},
		{"overhead", COLUMN_NUMBER, COLUMN_IMPLIED, "OS overhead", NULL},
		{"predicted", COLUMN_NUMBER, COLUMN_IMPLIED, NULL, NULL},
		{"measured", COLUMN_NUMBER, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"deviation", COLUMN_CHANGE, 0, NULL, NULL},
		{"figure", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = predictions_begin(tables, "", columns,
						sizeof(columns) / sizeof(columns[0]));
	struct comparison of_kernels[SIDE_LIST_MAX] = {0};

	for (size_t side = LINUX; side < list->count; side++) {
		of_kernels[side] = side_list_pair(list, METAL, side);
		compare_make(&of_kernels[side], NULL);
	}
	for (size_t i = 0; i < hosted_prediction_count; i++)
		predictions_add_operation(table, list, of_kernels, &hosted_predictions[i]);
	for (size_t side = LINUX; side < list->count; side++) {
		/* The list owns the runs. */
		memset(of_kernels[side].sides, 0, sizeof(of_kernels[side].sides));
		compare_free(&of_kernels[side]);
	}
}
