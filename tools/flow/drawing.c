/* SPDX-License-Identifier: MIT */
/* Draws lines first, then vertices over them, and text last. Labels that would overlap are omitted;
 * each vertex has a tooltip. */
#include "tools/flow/drawing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/base/utf8.h"
#include "tools/flow/duration.h"

#define COLUMN_PIXELS 190.0
#define LEFT_PIXELS 190.0
#define TICKS_PIXELS 118.0       /* from the end of ticks to LEFT_PIXELS */
#define TIME_PIXELS 60.0         /* from the end of times to LEFT_PIXELS */
#define DURATION_SHARE 50        /* arcs of 1 / 50 of the response or more have a label */
#define TOP_PIXELS 78.0
#define BOTTOM_PIXELS 24.0
#define HEAD_PIXELS 12.0        /* to the left of the title */
#define TITLE_LETTER_PIXELS 8.0 /* mean width, of the title */
#define LABEL_PIXELS 11.0       /* minimum distance of labels in a column */
#define VERTEX_LABEL_PIXELS 130.0 /* width of most labels */
#define LABEL_AWAY_PIXELS 8.0   /* from a vertex */
#define LETTER_PIXELS 6.0       /* mean width, of labels */
#define NAME_LETTER_PIXELS 7.5  /* of threads */
#define DURATION_PIXELS 42.0    /* width of a duration */
#define DURATION_GAP_PIXELS 7.0 /* between a duration and a vertex */

static const char style[] =
	"<style>\n"
	"text { font: 10px sans-serif; fill: #333; stroke: #fff; stroke-width: 3; "
	"paint-order: stroke }\n"
	".title { font-size: 13px; font-weight: bold }\n"
	".thread { font-size: 12px; font-weight: bold; text-anchor: middle }\n"
	".time { text-anchor: end; fill: #777 }\n"
	".duration { text-anchor: end; fill: #d02020 }\n"
	".column { stroke: #e4e4e4; stroke-width: 8 }\n"
	".arc { stroke: #333; stroke-width: 1.2 }\n"
	".blocked { stroke: #333; stroke-width: 1.2; stroke-dasharray: 5 4 }\n"
	".critical { stroke: #d02020; stroke-width: 3 }\n"
	"circle { fill: #fff; stroke: #333; stroke-width: 1.5 }\n"
	".source, .sink { fill: #333 }\n"
	".fork, .join { fill: #9bc2ee }\n"
	"</style>\n";

static double x_of(const struct flow_place *place)
{
	return LEFT_PIXELS + COLUMN_PIXELS * (place->column + 0.3);
}

static double y_of(const struct flow_place *place)
{
	return TOP_PIXELS + place->y;
}

/* ---- Labels and sizes ---- */

/* Longer labels are cut. */
#define LABEL_MAX (FLOW_NAME_MAX + 40)

static void column_name(const struct flow_layout *layout, size_t column, char label[LABEL_MAX])
{
	const struct flow_graph *graph = layout->graph;
	const struct flow_event *event =
		flow_graph_event(graph, layout->columns.items[column].vertex);
	char scratch[FLOW_NAME_MAX];

	if (layout->folded > 0 && column == layout->columns.count - 1)
		snprintf(label, LABEL_MAX, "%" PRIu32 " more threads", layout->folded);
	else
		snprintf(label, LABEL_MAX, "%s",
			 flow_thread_name(scratch, graph->log, graph->interaction->run, event));
	utf8_trim(label);
}

static void vertex_label(const struct flow_layout *layout, uint32_t vertex, char label[LABEL_MAX])
{
	const struct flow_graph *graph = layout->graph;
	const struct flow_event *event = flow_graph_event(graph, vertex);
	const char *name = "";
	char scratch[FLOW_NAME_MAX];

	if (event->object != 0)
		name = flow_object_name(scratch, graph->log, graph->interaction->run, event->node,
					event->object);
	snprintf(label, LABEL_MAX, "%" PRIu32 " %s%s%s", graph->vertices.items[vertex].event + 1,
		 flow_kind_name(event->kind), name[0] != '\0' ? " " : "", name);
	utf8_trim(label);
}

double flow_svg_width(const struct flow_layout *layout)
{
	double width = LEFT_PIXELS + COLUMN_PIXELS * ((double)layout->columns.count + 0.1);
	char label[LABEL_MAX];

	for (size_t i = 0; i < layout->columns.count; i++) {
		const struct flow_place top = {.column = (double)i};

		column_name(layout, i, label);
		width = fmax(width, x_of(&top) +
			     NAME_LETTER_PIXELS * (double)utf8_length(label) / 2);
	}
	for (uint32_t i = 0; i < layout->graph->vertices.count; i++) {
		if (!layout->places[i].is_shown)
			continue;
		vertex_label(layout, i, label);
		width = fmax(width, x_of(&layout->places[i]) + LABEL_AWAY_PIXELS +
			     LETTER_PIXELS * (double)utf8_length(label));
	}
	return ceil(width);
}

/* ---- The drawing ---- */

static void network_write_head(const struct flow_layout *layout, size_t number, FILE *file)
{
	const struct flow_graph *graph = layout->graph;
	char text[FLOW_TICKS_MAX];
	char *title = xasprintf("interaction %zu of %s: response time %s", number + 1,
				graph->log->runs.items[graph->interaction->run].info.name,
				flow_ticks(text, graph->log, flow_graph_response(graph)));
	char *key = xasprintf("%zu of %zu vertices, %s; red: the critical path; dashed: blocked on "
			      "another sub-task", layout->shown, graph->vertices.count,
			      layout->is_linear ? "time down the page"
						: "at equal distances, not to scale");
	double title_width = TITLE_LETTER_PIXELS * (double)utf8_length(title);
	double key_width = LETTER_PIXELS * (double)utf8_length(key);
	double width = fmax(flow_svg_width(layout),
			    ceil(HEAD_PIXELS + fmax(title_width, key_width)));
	double height = TOP_PIXELS + layout->height + BOTTOM_PIXELS;

	fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
		   "width=\"%.0f\" height=\"%.0f\">\n"
		   "%s<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", width, height,
		   width, height, style);
	fprintf(file, "<text class=\"title\" x=\"%.0f\" y=\"20\">", HEAD_PIXELS);
	escape_xml(file, title);
	fprintf(file, "</text>\n<text x=\"%.0f\" y=\"36\">%s</text>\n", HEAD_PIXELS, key);
	free(title);
	free(key);
}

static void network_write_columns(const struct flow_layout *layout, FILE *file)
{
	for (size_t i = 0; i < layout->columns.count; i++) {
		const struct flow_place top = {.column = (double)i};
		char label[LABEL_MAX];

		fprintf(file, "<line class=\"column\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
			   "y2=\"%.1f\"/>\n<text class=\"thread\" x=\"%.1f\" y=\"%.1f\">",
			   x_of(&top), TOP_PIXELS - 10, x_of(&top),
			   TOP_PIXELS + layout->height + 10, x_of(&top), TOP_PIXELS - 18);
		column_name(layout, i, label);
		escape_xml(file, label);
		fputs("</text>\n", file);
	}
}

static void write_arc(const struct flow_layout *layout, uint32_t vertex, bool is_second,
		      FILE *file)
{
	const struct flow_vertex *at = &layout->graph->vertices.items[vertex];
	const struct flow_place *to = &layout->places[vertex];
	const struct flow_place *from =
		&layout->places[flow_layout_from(layout, vertex, is_second)];
	const char *class = flow_arc_is_blocked(at, is_second) ? "blocked"
		: flow_layout_is_critical(layout, vertex, is_second) ? "critical" : "arc";

	fprintf(file, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
		   class, x_of(from), y_of(from), x_of(to), y_of(to));
}

static void write_vertices(const struct flow_layout *layout, FILE *file)
{
	static const char *const classes[] = {
		[FLOW_SOURCE] = "source", [FLOW_FORK] = "fork", [FLOW_SIMPLE] = "simple",
		[FLOW_JOIN] = "join", [FLOW_SINK] = "sink",
	};

	for (uint32_t i = 0; i < layout->graph->vertices.count; i++) {
		const struct flow_place *place = &layout->places[i];
		const struct flow_event *event = flow_graph_event(layout->graph, i);
		char label[LABEL_MAX];

		if (!place->is_shown)
			continue;
		vertex_label(layout, i, label);
		fprintf(file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"><title>",
			   classes[flow_kinds[event->kind].construct], x_of(place), y_of(place));
		escape_xml(file, label);
		fprintf(file, " at %" PRIu64 "</title></circle>\n",
			   layout->graph->vertices.items[i].time -
			   layout->graph->vertices.items[0].time);
	}
}

/* The column with which a label shares space: for a message, the one to its left. A network without
 * threads has one extra column. */
static size_t label_column(const struct flow_layout *layout, const struct flow_place *place)
{
	size_t column = (size_t)(place->column + 0.01);

	return column < layout->columns.count ? column : layout->columns.count;
}

/* Whether a duration that ends at x overlaps no vertex and no label. */
static bool has_room(const struct flow_layout *layout, double x, double y)
{
	for (uint32_t i = 0; i < layout->graph->vertices.count; i++) {
		const struct flow_place *place = &layout->places[i];
		double away = y_of(place) - y;

		if (place->is_shown && away < LABEL_PIXELS && away > -LABEL_PIXELS &&
		    x > x_of(place) - DURATION_GAP_PIXELS &&
		    x - DURATION_PIXELS < x_of(place) + VERTEX_LABEL_PIXELS)
			return false;
	}
	return true;
}

/* Write the duration of an arc of the critical path to its left, if the arc is long enough and
 * there is space. */
static void write_arc_duration(const struct flow_layout *layout, uint32_t vertex, FILE *file)
{
	static const double parts[] = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8};
	const struct flow_graph *graph = layout->graph;
	bool is_second = !flow_layout_is_critical(layout, vertex, false);
	uint32_t from = flow_layout_from(layout, vertex, is_second);
	const struct flow_place *low = &layout->places[vertex], *high = &layout->places[from];
	uint64_t ticks = graph->vertices.items[vertex].time - graph->vertices.items[from].time;
	char text[FLOW_DURATION_MAX];

	if (low->y - high->y < LABEL_PIXELS ||
	    ticks < flow_graph_response(graph) / DURATION_SHARE ||
	    flow_duration(text, graph->log, ticks)[0] == '\0')
		return;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		double x = x_of(high) + parts[i] * (x_of(low) - x_of(high)) - 8;
		double y = y_of(high) + parts[i] * (y_of(low) - y_of(high));

		if (!has_room(layout, x, y))
			continue;
		fprintf(file, "<text class=\"duration\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", x,
			y + 3.5, text);
		return;
	}
}

static void network_write_labels(const struct flow_layout *layout, FILE *file)
{
	double *last = xcalloc(layout->columns.count + 1, sizeof(*last));
	double last_time = 0;

	for (uint32_t i = 0; i < layout->graph->vertices.count; i++) {
		const struct flow_place *place = &layout->places[i];
		double y = y_of(place), *column = &last[label_column(layout, place)];
		char label[LABEL_MAX];

		if (!place->is_shown)
			continue;
		if (y - last_time >= LABEL_PIXELS) {
			const struct flow_graph *graph = layout->graph;
			uint64_t after = graph->vertices.items[i].time -
					 graph->vertices.items[0].time;
			char text[FLOW_DURATION_MAX];

			fprintf(file,
				"<text class=\"time\" x=\"%.1f\" y=\"%.1f\">%" PRIu64 "</text>\n",
				LEFT_PIXELS - TICKS_PIXELS, y + 3.5, after);
			if (after > 0 && flow_duration(text, graph->log, after)[0] != '\0')
				fprintf(file,
					"<text class=\"time\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
					LEFT_PIXELS - TIME_PIXELS, y + 3.5, text);
			last_time = y;
		}
		if (y - *column < LABEL_PIXELS)
			continue;
		fprintf(file, "<text x=\"%.1f\" y=\"%.1f\">", x_of(place) + LABEL_AWAY_PIXELS,
			y + 3.5);
		vertex_label(layout, i, label);
		escape_xml(file, label);
		fputs("</text>\n", file);
		*column = y;
	}
	free(last);
}

void flow_svg_write(const struct flow_layout *layout, size_t number, FILE *file)
{
	const struct flow_graph *graph = layout->graph;
	const struct flow_log *log = graph->log;

	network_write_head(layout, number, file);
	network_write_columns(layout, file);
	/* Headings of the ticks and times. */
	fprintf(file, "<text class=\"time\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
		LEFT_PIXELS - TICKS_PIXELS, TOP_PIXELS - 18, flow_tick_name(log));
	if (log->manifest.tsc_hz != 0)
		fprintf(file, "<text class=\"time\" x=\"%.1f\" y=\"%.1f\">time</text>\n",
			LEFT_PIXELS - TIME_PIXELS, TOP_PIXELS - 18);
	for (uint32_t i = 1; i < graph->vertices.count; i++) {
		if (!layout->places[i].is_shown)
			continue;
		write_arc(layout, i, false, file);
		if (flow_vertex_is_join(&graph->vertices.items[i]))
			write_arc(layout, i, true, file);
	}
	write_vertices(layout, file);
	for (uint32_t i = 1; i < graph->vertices.count; i++) {
		if (layout->places[i].is_shown && layout->places[i].is_critical)
			write_arc_duration(layout, i, file);
	}
	network_write_labels(layout, file);
	fputs("</svg>\n", file);
}
