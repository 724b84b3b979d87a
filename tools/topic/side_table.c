/* SPDX-License-Identifier: MIT */
/* A row has the median of each side, and either what the side adds to its base or the change from
 * the base. Counts that vary with the memory layout would show changes between equal kernels, so a
 * row of such counts has no changes. */
#include "tools/topic/side_table.h"

#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"

const char *side_contrast_name(struct tables *tables, const struct side_list *list, size_t side)
{
	switch (list->items[side].contrast) {
	case CONTRAST_CHANGE:
		return tables_text(tables, "change_%zu", side);
	case CONTRAST_RATIO:
		return tables_text(tables, "ratio_%zu", side);
	case CONTRAST_ADDS:
		break;
	}
	return tables_text(tables, "%s_adds", list->items[side].name);
}

static struct column contrast_column(struct tables *tables, const struct side_list *list,
				     size_t place)
{
	const struct listed_side *side = &list->items[place];
	struct column column = {side_contrast_name(tables, list, place), COLUMN_NUMBER,
				COLUMN_SPARE, "change", NULL};

	if (side->contrast == CONTRAST_RATIO) {
		column.head = tables_text(tables, "%s : %s", side->title,
					  list->items[side->base].title);
	} else if (side->contrast == CONTRAST_ADDS) {
		column.kind = COLUMN_QUANTITY;
		column.flags = COLUMN_IMPLIED;
		column.head = side->adds;
	}
	return column;
}

/* The columns of each side: value, minimum, maximum, and the comparison with the base. */
static struct column *side_columns(struct tables *tables, const struct side_list *list,
				   size_t *count)
{
	struct column *columns = tables_allocate(tables, 4 * list->count + 1, sizeof(*columns));
	bool are_layers = list->items[list->count - 1].contrast == CONTRAST_ADDS;

	*count = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct listed_side *side = &list->items[i];

		columns[(*count)++] = (struct column){
			side->name, COLUMN_QUANTITY,
			COLUMN_SPREAD | (i > 0 && !are_layers ? COLUMN_HEAT : 0), side->title,
			NULL};
		columns[(*count)++] = (struct column){tables_text(tables, "%s_min", side->name),
						      COLUMN_NUMBER, COLUMN_DATA, NULL, NULL};
		columns[(*count)++] = (struct column){tables_text(tables, "%s_max", side->name),
						      COLUMN_NUMBER, COLUMN_DATA, NULL, NULL};
		if (side->base != i)
			columns[(*count)++] = contrast_column(tables, list, i);
	}
	if (!are_layers)
		columns[(*count)++] = (struct column){"unstable", COLUMN_TEXT, 0, "", NULL};
	return columns;
}

static void contrast_cell(struct table *table, const struct side_list *list, size_t side,
			  const struct compared_metric *metric)
{
	enum side_contrast contrast = list->items[side].contrast;

	if (metric == NULL || (contrast == CONTRAST_RATIO && !metric->contrast.has_ratio) ||
	    (contrast == CONTRAST_CHANGE && !(side_metric_is_one_value(&metric->sides[BASE]) &&
					      side_metric_is_one_value(&metric->sides[NEW]))))
		cell_none(table);
	else if (contrast == CONTRAST_ADDS)
		overhead_estimate(table, &metric->contrast.difference, side_list_is_exact(list));
	else
		cell_number(table, contrast == CONTRAST_RATIO ? metric->contrast.ratio.value
							      : metric->contrast.difference.value);
}

/* Whether the side is a process, and its base is not. */
static bool adds_system(const struct side_list *list, size_t side)
{
	const struct listed_side *items = list->items;

	return result_is_of_process(items[side].runs.items[0].result) &&
	       !result_is_of_process(items[items[side].base].runs.items[0].result);
}

/* The row's metric is an element of list->names. */
static void side_fill(const void *context, struct table *table, struct row *row,
		      const struct compared_metric *metric)
{
	const struct side_list *list = context;
	size_t place = (size_t)(metric - list->names.metrics), found = 0;
	bool is_unstable = false;

	for (size_t i = 0; i < list->count; i++) {
		const struct listed_side *side = &list->items[i];
		const struct side_metric *own = side_list_metric(list, place, i);
		const struct compared_metric *contrast = side_list_contrast(list, place, i);

		metric_value_cell(table, own, side_list_is_exact(list));
		cell_number_if(table, own != NULL, own != NULL ? own->min : 0);
		cell_number_if(table, own != NULL, own != NULL ? own->max : 0);
		if (side->base != i)
			contrast_cell(table, list, i, contrast);
		if (contrast != NULL && adds_system(list, i))
			row->remark = overhead_difference_text(table->of, NULL, contrast);
		is_unstable |= side->contrast == CONTRAST_CHANGE && own != NULL &&
			       !side_metric_is_one_value(own);
		found += own != NULL;
	}
	row->is_detail = found < 2 && list->count > 1;
	if (is_unstable)
		cell_string(table_at(table, "unstable"), MARK_UNSTABLE);
}

void side_table_add(struct tables *tables, const struct side_list *list)
{
	struct metric_view view = {.section = MEDIANS_SECTION, .prefix = "", .fill = side_fill,
				   .context = list};

	view.columns = side_columns(tables, list, &view.column_count);
	metric_tables_add(tables, &list->names, &view);
}
