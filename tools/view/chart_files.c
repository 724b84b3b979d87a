/* SPDX-License-Identifier: MIT */
/* Writes the charts of a set of tables, one file each. */
#include <string.h>

#include "tools/base/directory.h"
#include "tools/view/cell.h"
#include "tools/view/chart.h"
#include "tools/view/plot/plot_file.h"

#define PLAIN_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._="
#define NAME_BYTES_MAX 200

/* The name of a group, for users or for a file name, where it includes the group's number. */
static const char *charts_group_text(const struct table *group, bool for_people)
{
	const char *text = "";
	char room[CELL_TEXT_MAX];

	for (size_t i = 0; i < group->column_count; i++) {
		unsigned flags = group->columns[i].flags;

		if ((flags & COLUMN_GROUP) != 0 && !(for_people && (flags & COLUMN_DATA) != 0))
			text = tables_text(group->of, "%s%s%s", text,
					   for_people && text[0] == '\0' ? ""
					   : for_people                  ? ", "
									 : "-",
					   cell_for_people(group, 0, i, room));
	}
	return text;
}

/* Replaces each sequence of characters that are not portable in file names by a hyphen. */
static const char *charts_file(struct tables *tables, const char *wanted)
{
	char *name = (char *)tables_text(tables, "%s", wanted), *end = name;

	for (const char *c = name; *c != '\0' && end < name + NAME_BYTES_MAX; c++) {
		if (strchr(PLAIN_CHARACTERS, *c) != NULL)
			*end++ = *c;
		else if (end > name && end[-1] != '-')
			*end++ = '-';
	}
	*end = '\0';
	return name;
}

static bool charts_write_group(const struct table *table, size_t first, const char *directory)
{
	struct tables *of = table->of;
	struct table group = table_group(table, first);
	const char *people = charts_group_text(&group, true), *name = table->name;
	const struct plot *made;
	struct plot plot;
	const struct plot *drawn = &plot;

	if (people[0] != '\0') {
		name = charts_file(of, tables_text(of, "%s%s", name,
						   charts_group_text(&group, false)));
	}
	made = chart_make_plot(&group);
	if (made == NULL)
		return true;
	plot = *made;
	if (people[0] != '\0')
		plot.title = tables_text(of, "%s: %s", plot.title, people);
	if (of->subtitle[0] != '\0')
		plot.subtitle = plot.subtitle == NULL
					? of->subtitle
					: tables_text(of, "%s. %s", of->subtitle, plot.subtitle);
	return plot_write(&drawn, 1, &(const struct plot_style){0},
			  tables_text(of, "%s/%s.svg", directory, name));
}

static bool charts_write_table(const struct table *table, const char *directory)
{
	bool good = true;

	for (size_t i = 0; i < table->row_count && good; i++) {
		if (table_begins_group(table, i))
			good = charts_write_group(table, i, directory);
	}
	return good;
}

bool charts_write_files(const struct tables *tables, const char *directory)
{
	bool good = directory_ensure(directory);

	for (size_t i = 0; i < tables->count && good; i++)
		good = tables->items[i]->chart.kind == CHART_NONE ||
		       charts_write_table(tables->items[i], directory);
	return good;
}
