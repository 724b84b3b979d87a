/* SPDX-License-Identifier: MIT */
/* Boxes in the order in which nodes came to be, so that a parent has its place before its children
 * take theirs. Those too narrow to be seen are left out. */
#include "tools/flow/tree/tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/flow/duration.h"

#define WIDTH_PIXELS 1200.0
#define MARGIN_PIXELS 10.0
#define TOP_PIXELS 44.0
#define ROW_PIXELS 18.0
#define CHAR_PIXELS 6.2
#define VISIBLE_PIXELS 0.3

static const char style[] =
	"<style>\n"
	"text { font: 11px sans-serif; fill: #222 }\n"
	".title { font-size: 13px; font-weight: bold }\n"
	"rect { stroke: #fff; stroke-width: 0.5 }\n"
	".all { fill: #e4e4e4 }\n"
	".run { fill: #d0d0d0 }\n"
	".thread { fill: #f2b36b }\n"
	".message { fill: #f4dc8c }\n"
	".object { fill: #9bc2ee }\n"
	"</style>\n";

static const char *const classes[] = {
	[FLOW_TREE_ROOT] = "all", [FLOW_TREE_RUN] = "run", [FLOW_TREE_THREAD] = "thread",
	[FLOW_TREE_MESSAGE] = "message", [FLOW_TREE_OBJECT] = "object",
};

struct flames {
	const struct flow_tree *tree;
	const struct flow_log *log;     /* for how long a tick is */
	uint64_t *totals;
	double *next;                   /* by node: where its next child begins */
	FILE *file;
};

static double flames_width(const struct flames *flames, uint32_t node)
{
	double all = (double)flames->totals[0];

	return all > 0 ? WIDTH_PIXELS * (double)flames->totals[node] / all : 0;
}

static void flames_write_tip(const struct flames *flames, uint32_t node)
{
	char text[FLOW_DURATION_MAX];

	escape_xml(flames->file, flames->tree->nodes.items[node].name);
	fprintf(flames->file, ": %" PRIu64 " ticks", flames->totals[node]);
	if (flow_duration(text, flames->log, flames->totals[node])[0] != '\0')
		fprintf(flames->file, ", %s", text);
	fprintf(flames->file, ", %.1f %%", flames->totals[0] == 0 ? 0.0
		: 100 * (double)flames->totals[node] / (double)flames->totals[0]);
}

/* As much of the name as there is room for; a cut one ends in two points. */
static void flames_write_name(const struct flames *flames, uint32_t node, double x, double y,
			      double width)
{
	const char *name = flames->tree->nodes.items[node].name;
	size_t room = width > CHAR_PIXELS ? (size_t)((width - CHAR_PIXELS) / CHAR_PIXELS) : 0;
	char *text;

	if (room < 3)
		return;
	text = strlen(name) <= room ? xstrdup(name) : xasprintf("%.*s..", (int)room - 2, name);
	fprintf(flames->file, "<text x=\"%.1f\" y=\"%.1f\">", x + 3, y + 13);
	escape_xml(flames->file, text);
	fputs("</text>\n", flames->file);
	free(text);
}

static void flames_write_box(struct flames *flames, uint32_t node)
{
	const struct flow_tree_node *of = &flames->tree->nodes.items[node];
	double width = flames_width(flames, node);
	double x = node == 0 ? MARGIN_PIXELS : flames->next[of->parent];
	double y = TOP_PIXELS + ROW_PIXELS * of->depth;

	flames->next[node] = x;
	if (node != 0)
		flames->next[of->parent] += width;
	if (width < VISIBLE_PIXELS)
		return;
	fprintf(flames->file, "<rect class=\"%s\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" "
		"height=\"%.1f\"><title>", classes[flow_tree_kind(of)], x, y, width, ROW_PIXELS);
	flames_write_tip(flames, node);
	fputs("</title></rect>\n", flames->file);
	flames_write_name(flames, node, x, y, width);
}

static void flames_write_head(const struct flames *flames)
{
	const struct flow_tree *tree = flames->tree;
	double width = WIDTH_PIXELS + 2 * MARGIN_PIXELS, height;
	unsigned deepest = 0;

	for (size_t i = 0; i < tree->nodes.count; i++) {
		if (tree->nodes.items[i].depth > deepest)
			deepest = tree->nodes.items[i].depth;
	}
	height = TOP_PIXELS + ROW_PIXELS * (deepest + 1) + MARGIN_PIXELS;
	fprintf(flames->file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
		"width=\"%.0f\" height=\"%.0f\">\n%s<rect width=\"100%%\" height=\"100%%\" "
		"fill=\"#fff\"/>\n", width, height, width, height, style);
	fprintf(flames->file, "<text class=\"title\" x=\"12\" y=\"20\">Critical paths of %zu "
		"interaction%s: %" PRIu64 " ticks</text>\n<text x=\"12\" y=\"36\">As wide as the time: "
		"a run, who was set to work by whom, and what was in use</text>\n",
		tree->interactions, tree->interactions == 1 ? "" : "s", tree->response_ticks);
}

void flow_tree_write_flames(const struct flow_tree *tree, const struct flow_log *log, FILE *file)
{
	struct flames flames = {
		.tree = tree,
		.log = log,
		.totals = flow_tree_totals(tree),
		.next = xcalloc(tree->nodes.count, sizeof(double)),
		.file = file,
	};

	flames_write_head(&flames);
	for (uint32_t i = 0; i < tree->nodes.count; i++)
		flames_write_box(&flames, i);
	fputs("</svg>\n", file);
	free(flames.totals);
	free(flames.next);
}
