/* SPDX-License-Identifier: MIT */
/* Networks as SVG. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/base/utf8.h"
#include "tools/flow/drawing.h"

#define LONG_NAME "a port of a name that is long, but not too long"
#define LETTER_PIXELS 5.5       /* mean width in the default fonts */

/* A thread and an object with long names, in the last column. */
static void open_long_names(struct fixture *fixture)
{
	static const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 4),
		EVENT(200, BEGIN_USE, 1, 0, .object = 8, .thread = 4),
		EVENT(300, FINISH, 1, 0, .thread = 4),
	};
	struct flow_trace trace;

	*fixture = (struct fixture){0};
	flow_trace_begin(&trace);
	wire_write(&trace.writer, WIRE_flow_object, &(struct wire_flow_object){
		.object = 8, .class = "queue", .name = LONG_NAME});
	wire_write(&trace.writer, WIRE_flow_thread, &(struct wire_flow_thread){
		.thread = 4, .name = LONG_NAME});
	flow_trace_add(&trace, events, COUNT(events), 0);
	flow_trace_close(&trace, 0, COUNT(events));
	flow_trace_open(&trace, &fixture->session);
	assert_true(flow_graph_make(&fixture->session.interactions, fixture_interaction(fixture, 0),
				    &fixture->graph));
	assert_true(flow_path_find(&fixture->graph, &fixture->path));
}

/* Returns the drawing, to be freed. */
static char *draw(const struct fixture *fixture)
{
	const struct flow_filter all = {0};
	struct flow_layout layout;
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	flow_layout_make(&layout, &fixture->graph, &fixture->path, &all, FLOW_SCALE_EVEN);
	flow_svg_write(&layout, 0, file);
	flow_layout_free(&layout);
	fclose(file);
	return text;
}

static bool begins(const char *text, const char *begin)
{
	return strncmp(text, begin, strlen(begin)) == 0;
}

TEST(labels_and_names_are_inside_the_drawing)
{
	struct fixture fixture;
	unsigned labels = 0, names = 0;
	char *text, *at;
	double width;

	open_long_names(&fixture);
	text = draw(&fixture);
	width = strtod(strstr(text, " width=\"") + strlen(" width=\""), NULL);
	for (at = text; (at = strstr(at, "<text ")) != NULL; at++) {
		double x = strtod(strstr(at, "x=\"") + strlen("x=\""), NULL);
		char *begin = strchr(at, '>') + 1;
		double pixels = LETTER_PIXELS * (double)utf8_length_of(begin, strcspn(begin, "<"));

		if (begins(at, "<text x")) {
			assert_true(x + pixels <= width);
			labels++;
		} else if (begins(at, "<text class=\"thread\"")) {
			assert_true(x + pixels / 2 <= width);
			names++;
		}
	}
	assert_int_equal(labels, 4);     /* with the line below the title */
	assert_int_equal(names, 1);
	assert_non_null(strstr(text, "<title>2 begin_use " LONG_NAME " at 100</title>"));
	free(text);
	fixture_close(&fixture);
}
