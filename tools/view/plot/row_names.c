/* SPDX-License-Identifier: MIT */
/* Names of a chart's rows, which reduce the width of its bars. On a page, long names have two
 * lines, because phones enlarge text. */
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/plot/plot_script.h"

/* Longer names are broken between two of their parts. */
#define PAGE_NAME_LETTERS 30
#define PART_END ", "

size_t plot_name_break(const char *name, enum plot_medium medium)
{
	size_t length = strlen(name), best = 0, least = length;

	if (medium != PLOT_PAGE || utf8_length(name) <= PAGE_NAME_LETTERS)
		return 0;
	for (const char *end = strstr(name, PART_END); end != NULL; end = strstr(end, PART_END)) {
		size_t first, longer;

		end += strlen(PART_END);
		first = (size_t)(end - name);
		longer = first > length - first ? first : length - first;
		if (longer < least) {
			least = longer;
			best = first;
		}
	}
	return best;
}

/* In characters, without the blank at the end of a first line. */
static size_t longest_line(const char *name, enum plot_medium medium)
{
	size_t at = plot_name_break(name, medium);
	size_t all = utf8_length(name), second = utf8_length(name + at);

	if (at == 0)
		return all;
	return second > all - second - 1 ? second : all - second - 1;
}

size_t plot_longest_name(const struct plot *plot, enum plot_medium medium)
{
	size_t longest = 0;

	for (size_t i = 0; i < plot->y.name_count; i++) {
		size_t length = longest_line(plot->y.names[i], medium);

		longest = length > longest ? length : longest;
	}
	return longest;
}

bool plot_breaks_names(const struct plot *plot, enum plot_medium medium)
{
	for (size_t i = 0; i < plot->y.name_count; i++) {
		if (plot_name_break(plot->y.names[i], medium) > 0)
			return true;
	}
	return false;
}

void plot_name_write(FILE *file, const char *name, enum plot_medium medium)
{
	size_t at = plot_name_break(name, medium);

	if (at > 0) {
		plot_script_write_tick(file, name, at - 1);
		fputs(" . \"\\n\" . ", file);
	}
	plot_script_write_tick(file, name + at, strlen(name + at));
}
