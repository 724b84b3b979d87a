/* SPDX-License-Identifier: MIT */
/* Linux's operations, predicted from bare metal's and from what Linux adds to simpler ones. */
#include "tools/compare/hosted_prediction.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"

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
	struct table *table = table_begin(tables, section, "overhead.predictions",
					  "Linux predicted from bare metal", columns,
					  sizeof(columns) / sizeof(columns[0]));

	table->flags = TABLE_WHOLE | TABLE_REMARKS;
	table->note = "Base: the operation on bare metal; for a null system call, only the "
		      "hardware's part. OS overhead: estimated from the cost that Linux adds to "
		      "simpler operations, as stated below. Deviation: the part of the measured "
		      "value that is not predicted.";
	for (size_t i = 0; i < hosted_prediction_count; i++) {
		struct hosted_predicted predicted;

		if (hosted_predict(comparison, &hosted_predictions[i], &predicted)) {
			struct row *row = table_row(table);

			row->remark = predicted.model->why;
			cell_string(table_at(table, "operation"), predicted.model->name);
			cell_number(table_at(table, "base"), predicted.base);
			cell_number(table_at(table, "overhead"), predicted.overhead);
			cell_number(table_at(table, "predicted"), predicted.predicted);
			cell_number(table_at(table, "measured"), predicted.measured);
			cell_string(table_at(table, "unit"),
				    predicted.operation->sides[LINUX].unit);
			if (predicted.measured > 0)
				cell_number(table_at(table, "deviation"),
					    (predicted.measured - predicted.predicted) /
						    predicted.measured);
			cell_string(table_at(table, "figure"),
				    metric_label(table->of, predicted.operation));
			cell_string(table_at(table, "why"), row->remark);
		}
	}
}
