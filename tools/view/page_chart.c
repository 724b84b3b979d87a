/* SPDX-License-Identifier: MIT */
/* Copies gnuplot's SVG to a page and adds hover texts. gnuplot writes the marks of a curve's points
 * one per line, in order, in a group for the curve. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/view/page.h"

#define DOCUMENT "<?xml"
#define GROUP_END "_plot_"

struct copy {
	const struct plot *plot;
	FILE *file;
	bool is_inside;                 /* past the common beginning of every drawing */
	size_t group;                   /* number of the drawn curve, from 1; 0: none */
	size_t curve;                   /* its index in the plot */
	size_t point;                   /* index of the next point to be drawn */
	const char *pending;            /* first line of a group, while the group is empty */
	size_t pending_length;
};

/* The index of the curve with that number in the drawing. */
static size_t find_curve(const struct plot *plot, size_t group)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot_drawn_number(plot, i) == group)
			return i;
	}
	return plot->curve_count;
}

static const struct chart_point *next_point(struct copy *copy)
{
	const struct plot_curve *curve;

	if (copy->group == 0 || copy->curve == copy->plot->curve_count)
		return NULL;
	curve = &copy->plot->curves[copy->curve];
	while (copy->point < curve->count && !plot_shows(copy->plot, &curve->points[copy->point]))
		copy->point++;
	return copy->point < curve->count ? &curve->points[copy->point++] : NULL;
}

/* Whether the line is an element of that name. */
static bool is_element(const char *line, size_t length, const char *name)
{
	size_t blanks = strspn(line, " \t");

	return blanks + strlen(name) < length &&
		strncmp(line + blanks, name, strlen(name)) == 0;
}

static void begin_group(struct copy *copy, const char *line, size_t length)
{
	const char *number = memmem(line, length, GROUP_END, strlen(GROUP_END));

	copy->group = number != NULL ? strtoul(number + strlen(GROUP_END), NULL, 10) : 0;
	copy->curve = find_curve(copy->plot, copy->group);
	copy->point = 0;
	fputs("<g class=curve>\n", copy->file);
}

/* Write an element of that name, which ends in "/>", with a title. */
static void write_mark(struct copy *copy, const char *element, size_t length, const char *name)
{
	const struct chart_point *point = next_point(copy);
	const char *end = memmem(element, length, "/>", 2);

	if (point == NULL || point->hover == NULL || end == NULL) {
		fwrite(element, 1, length, copy->file);
		return;
	}
	fwrite(element, 1, (size_t)(end - element), copy->file);
	fputs("><title>", copy->file);
	escape_xml(copy->file, point->hover);
	fprintf(copy->file, "</title></%s", name);
	fwrite(end + 1, 1, length - (size_t)(end + 1 - element), copy->file);
}

/* A point's mark may follow the end of a path on the same line. */
static void write_marked(struct copy *copy, const char *line, size_t length)
{
	static const char *const names[] = {"use", "polygon"};

	for (size_t i = 0; i < COUNT(names); i++) {
		char begin[16];
		int begin_length = snprintf(begin, sizeof(begin), "<%s ", names[i]);
		const char *mark = memmem(line, length, begin, (size_t)begin_length);

		if (mark == NULL)
			continue;
		fwrite(line, 1, (size_t)(mark - line), copy->file);
		write_mark(copy, mark, length - (size_t)(mark - line), names[i]);
		return;
	}
	fwrite(line, 1, length, copy->file);
}

static void write_pending(struct copy *copy)
{
	fwrite(copy->pending, 1, copy->pending_length, copy->file);
	copy->pending_length = 0;
}

static void write_element(struct copy *copy, const char *line, size_t length)
{
	write_pending(copy);
	if (is_element(line, length, "<g id="))
		begin_group(copy, line, length);
	else
		write_marked(copy, line, length);
}

/* Omits empty groups, which are half of all. */
static void page_chart_write_line(struct copy *copy, const char *line, size_t length)
{
	if (!copy->is_inside) {
		copy->is_inside = is_element(line, length, "</defs>");
		return;
	}
	if (is_element(line, length, "</svg>"))
		return;
	if (is_element(line, length, "<g fill=")) {
		write_pending(copy);
		copy->pending = line;
		copy->pending_length = length;
	} else if (copy->pending_length > 0 && is_element(line, length, "</g>")) {
		copy->pending_length = 0;
	} else {
		write_element(copy, line, length);
	}
}

/* The drawing begins with a group for all of it, which is closed at the end. */
static void page_chart_write_head(const struct plot *plot, const char *document, FILE *file)
{
	const char *box = strstr(document, "viewBox=");
	int length = box != NULL ? (int)strcspn(box, "\r\n>") : 0;

	fprintf(file, "<svg role=\"img\" %.*s", length, box != NULL ? box : "");
	if (plot_page_width(plot) > PLOT_PAGE_WIDTH_MAX)
		fprintf(file, " class=long style=\"--width:%u\"", plot_page_width(plot));
	fputs(" aria-label=\"", file);
	escape_xml(file, plot->title);
	fputs("\">\n<g>\n", file);
}

void page_chart(const struct plot *plot, const char **documents, FILE *file)
{
	struct copy copy = {.plot = plot, .file = file, .pending = ""};
	const char *line = strstr(*documents, DOCUMENT), *end;

	if (line == NULL)
		return;
	end = strstr(line + 1, DOCUMENT);
	if (end == NULL)
		end = line + strlen(line);
	page_chart_write_head(plot, line, file);
	while (line < end) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		const char *next = newline != NULL ? newline + 1 : end;

		page_chart_write_line(&copy, line, (size_t)(next - line));
		line = next;
	}
	fputs("</svg>\n", file);
	*documents = end;
}
