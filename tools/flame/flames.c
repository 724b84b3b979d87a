/* SPDX-License-Identifier: MIT */
/* Boxes are placed in the order of the nodes, so parents are placed before their children.
 * Invisibly narrow boxes are omitted. */
#include "tools/flame/flames.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"

#define WIDTH_PIXELS (FLAMES_WIDTH_PIXELS - 2 * MARGIN_PIXELS)
#define MARGIN_PIXELS 10.0
#define TOP_PIXELS (FLAMES_TITLE_PIXELS + 4)
#define ROW_PIXELS 18.0
#define CHAR_PIXELS 6.2
#define VISIBLE_PIXELS 0.3

static const char style[] =
	"text { font: 11px sans-serif; fill: #222 }\n"
	".title { font-size: 13px; font-weight: bold }\n"
	".on { fill: #fff }\n"
	"rect { stroke: #fff; stroke-width: 0.5 }\n";

struct boxes {
	const struct flames *flames;
	uint64_t *totals;
	double *next;                   /* by node: position of its next child */
	FILE *file;
};

static double box_width(const struct boxes *boxes, size_t flame)
{
	double all = (double)boxes->totals[0];

	return all > 0 ? WIDTH_PIXELS * (double)boxes->totals[flame] / all : 0;
}

static double box_percent(const struct boxes *boxes, size_t flame)
{
	return boxes->totals[0] == 0
		       ? 0
		       : 100 * (double)boxes->totals[flame] / (double)boxes->totals[0];
}

static void box_write_tip(const struct boxes *boxes, size_t flame)
{
	const struct flames *flames = boxes->flames;

	escape_xml(boxes->file, flames->items[flame].name);
	flames->write_tip(flames->context, boxes->totals[flame], boxes->file);
	fprintf(boxes->file, ", %.1f %%%s%s", box_percent(boxes, flame),
		flames->items[flame].mark != NULL ? ", " : "",
		flames->items[flame].mark != NULL ? flames->items[flame].mark : "");
}

/* Whether the box is too dark for black text: the sum of its three colours is below half. */
static bool colour_is_dark(const char *colour)
{
	unsigned long value = strtoul(colour + 1, NULL, 16);

	return (value >> 16 & 0xff) + (value >> 8 & 0xff) + (value & 0xff) < 3 * 0x80;
}

/* The name, or as much of it as fits, followed by two dots; then the share and the mark, if all
 * fit. */
static void box_write_name(const struct boxes *boxes, size_t flame, double x, double y,
			   double width)
{
	const struct flame *of = &boxes->flames->items[flame];
	size_t room = width > CHAR_PIXELS ? (size_t)((width - CHAR_PIXELS) / CHAR_PIXELS) : 0;
	char *whole = xasprintf("%s %.0f %%%s%s", of->name, box_percent(boxes, flame),
				of->mark != NULL ? " " : "", of->mark != NULL ? of->mark : "");
	char *text;

	if (room >= 3) {
		text = strlen(whole) <= room	? xstrdup(whole)
		       : strlen(of->name) <= room ? xstrdup(of->name)
						  : xasprintf("%.*s..", (int)room - 2, of->name);
		fprintf(boxes->file, "<text class=\"box%s\" x=\"%.1f\" y=\"%.1f\">",
			colour_is_dark(of->colour) ? " on" : "", x + 3, y + 13);
		escape_xml(boxes->file, text);
		fputs("</text>\n", boxes->file);
		free(text);
	}
	free(whole);
}

static void box_write(struct boxes *boxes, size_t flame)
{
	const struct flame *of = &boxes->flames->items[flame];
	double width = box_width(boxes, flame);
	double x = flame == 0 ? MARGIN_PIXELS : boxes->next[of->parent];
	double y = TOP_PIXELS + ROW_PIXELS * of->depth;

	boxes->next[flame] = x;
	if (flame != 0)
		boxes->next[of->parent] += width;
	if (width < VISIBLE_PIXELS)
		return;
	fprintf(boxes->file, "<rect fill=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" "
		"height=\"%.1f\"><title>", of->colour, x, y, width, ROW_PIXELS);
	box_write_tip(boxes, flame);
	fputs("</title></rect>\n", boxes->file);
	box_write_name(boxes, flame, x, y, width);
}

static void boxes_write_head(const struct boxes *boxes)
{
	const struct flames *flames = boxes->flames;
	double width = FLAMES_WIDTH_PIXELS, height;
	unsigned deepest = 0;

	for (size_t i = 0; i < flames->count; i++) {
		if (flames->items[i].depth > deepest)
			deepest = flames->items[i].depth;
	}
	height = TOP_PIXELS + ROW_PIXELS * (deepest + 1) + MARGIN_PIXELS;
	fprintf(boxes->file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
		"width=\"%.0f\" height=\"%.0f\">\n<style>\n%s</style>\n<rect width=\"100%%\" "
		"height=\"100%%\" fill=\"#fff\"/>\n", width, height, width, height, style);
	fputs("<text class=\"title\" x=\"12\" y=\"20\">", boxes->file);
	escape_xml(boxes->file, flames->title);
	fputs("</text>\n<text x=\"12\" y=\"36\">", boxes->file);
	escape_xml(boxes->file, flames->subtitle);
	fputs("</text>\n", boxes->file);
}

/* Untrusted counts may add up to more than a number holds. No box may be wider than its parent. */
static void flames_add(uint64_t *total, uint64_t count)
{
	if (__builtin_add_overflow(*total, count, total))
		*total = UINT64_MAX;
}

static uint64_t *flames_totals(const struct flames *flames)
{
	uint64_t *totals = xcalloc(flames->count + 1, sizeof(*totals));

	for (size_t i = flames->count; i-- > 0;) {
		flames_add(&totals[i], flames->items[i].self);
		if (i > 0)
			flames_add(&totals[flames->items[i].parent], totals[i]);
	}
	return totals;
}

void flames_write(const struct flames *flames, FILE *file)
{
	struct boxes boxes = {
		.flames = flames,
		.totals = flames_totals(flames),
		.next = xcalloc(flames->count + 1, sizeof(double)),
		.file = file,
	};

	boxes_write_head(&boxes);
	for (size_t i = 0; i < flames->count; i++)
		box_write(&boxes, i);
	fputs("</svg>\n", file);
	free(boxes.totals);
	free(boxes.next);
}

/* ---- Folded stacks ---- */

/* Replaces semicolons, which separate names. */
static void folded_write_name(const char *name, FILE *file)
{
	for (; *name != '\0'; name++)
		putc(*name == ';' ? ':' : *name, file);
}

/* The names from below the root to a node. The tree's depth is not limited. */
static void folded_write_names(const struct flames *flames, uint32_t at, FILE *file)
{
	const struct flame *flame = &flames->items[at];

	if (flame->parent != 0) {
		folded_write_names(flames, flame->parent, file);
		putc(';', file);
	}
	folded_write_name(flame->name, file);
}

void flames_write_folded(const struct flames *flames, FILE *file)
{
	for (uint32_t i = 1; i < flames->count; i++) {
		if (flames->items[i].self == 0)
			continue;
		folded_write_names(flames, i, file);
		fprintf(file, " %" PRIu64 "\n", flames->items[i].self);
	}
}
