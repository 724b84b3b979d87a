/* SPDX-License-Identifier: MIT */
/* Copies a drawing to a page. The page's style sheet and background replace those of the
 * drawing. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/view/page.h"

/* A drawing begins with style and background, which end so. */
#define PAPER_END "fill=\"#fff\"/>\n"

/* The number after the first occurrence of name; 0 if there is none. */
static double number_after(const char *text, const char *name)
{
	const char *found = strstr(text, name);

	return found != NULL ? strtod(found + strlen(name), NULL) : 0;
}

void page_drawing(const struct table *table, FILE *file)
{
	const char *content = strstr(table->chart.svg, PAPER_END);
	double width = table->chart.svg_width, height = number_after(table->chart.svg, "height=\"");
	double top = table->chart.svg_top;

	if (content == NULL)
		return;
	fprintf(file,
		"<svg class=flow role=img width=%.0f height=%.0f viewBox=\"0 %.0f %.0f %.0f\" "
		"aria-label=\"",
		width, height - top, top, width, height - top);
	escape_xml(file, table->title);
	fputs("\">\n", file);
	fputs(content + strlen(PAPER_END), file);
}
