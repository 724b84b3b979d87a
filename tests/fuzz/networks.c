/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/networks.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/flow/export/export.h"
#include "tools/flow/tree/tree.h"
#include "tools/flow/filter.h"
#include "tools/flow/near.h"
#include "tools/topic/flow/flow.h"
#include "tools/flow/drawing.h"
#include "tools/view/text.h"

static FILE *nothing;

void add_stream(struct flow_log *log, uint8_t node, uint8_t cpu)
{
	const struct flow_stream stream = {.node = node, .cpu = cpu, .is_closed = true};

	FLOW_LIST_ADD(log->streams, stream);
}

void add_event(struct flow_log *log, const struct flow_event *event)
{
	uint32_t number = (uint32_t)log->events.count;
	uint32_t at = number / BLOCK_EVENTS % (uint32_t)log->streams.count;
	struct flow_stream *stream = &log->streams.items[at];
	const struct flow_block block = {
		.stream = at, .start = number, .count = 1, .first = stream->sent++,
	};

	FLOW_LIST_ADD(log->events, *event);
	FLOW_LIST_ADD(log->blocks, block);
}

/* The invariants of every complete network. */
static void check_network(const struct flow_graph *graph, struct flow_path *path)
{
	if (!flow_path_find(graph, path) ||
	    flow_path_length(graph, path) != flow_graph_response(graph))
		abort();
}

/* Further paths are as long as their arcs, and none is longer than the one before. */
static void check_near(const struct flow_graph *graph, const struct flow_path *path)
{
	uint8_t *marks = calloc(graph->vertices.count, 1);
	struct near_path near[4];
	size_t count = flow_near_find(graph, path, near, 4);

	for (size_t i = 0; marks != NULL && i < count; i++) {
		uint64_t ticks = near[i].slack;

		flow_near_mark(graph, near, i, marks);
		for (uint32_t v = 1; v < graph->vertices.count; v++)
			ticks += marks[v] == 0 ? 0
					       : flow_arc_ticks(graph, &graph->vertices.items[v],
								marks[v] == 2);
		if (ticks != flow_graph_response(graph) ||
		    (i > 0 && near[i].slack < near[i - 1].slack))
			abort();
	}
	free(marks);
}

static void put_tables(struct tables *tables)
{
	text_write(&(struct text){.out = nothing}, tables);
	tables_free(tables);
}

static void show_network(const struct flow_session *session, const struct flow_graph *graph,
			 const struct flow_path *path)
{
	const struct flow_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	struct flow_layout layout;
	struct flow_similarity similarity = {0};
	struct tables tables;

	tables_init(&tables, "fuzzed");
	topic_flow_path(&tables, session, graph, path, "", "path");
	topic_flow_near(&tables, graph, path, 3);
	flow_similarity_add(&similarity, graph, path);
	topic_flow_similarity(&tables, &similarity);
	put_tables(&tables);
	flow_layout_make(&layout, graph, path, &filter, FLOW_SCALE_AUTO);
	flow_svg_write(&layout, 0, nothing);
	flow_layout_free(&layout);
}

static void take_networks(struct flow_session *session)
{
	struct flow_graph graph = {0};
	struct flow_path path = {0};

	for (size_t i = 0; i < session->interactions.items.count; i++) {
		struct flow_interaction *item = &session->interactions.items.items[i];

		if (flow_graph_make(&session->interactions, item, &graph)) {
			check_network(&graph, &path);
			check_near(&graph, &path);
			show_network(session, &graph, &path);
		}
	}
	flow_path_free(&path);
	flow_graph_free(&graph);
}

static void check(struct flow_session *session)
{
	struct tables tables;
	const struct flow_states_request request = {0};

	tables_init(&tables, "fuzzed");
	topic_flow_check(&tables, session);
	topic_flow_states(&tables, session, &request);
	put_tables(&tables);
}

/* Little's law holds for complete networks. Samples are taken from every network. */
static void check_load(struct flow_session *session)
{
	static const char *const texts[] = {"software or cpu", "not queue"};
	struct flow_expr kinds[2];
	struct tables tables;

	tables_init(&tables, "fuzzed");
	for (size_t i = 0; i < 2; i++)
		free(flow_expr_parse(&kinds[i], texts[i]));
	if (topic_flow_load(&tables, session, &(struct flow_load_request){NULL, texts, kinds, 2}) ==
	    FLOW_LOAD_DIFFERS)
		abort();
	topic_flow_sampled(&tables, session, &(struct flow_states_request){NULL, texts, kinds, 2},
			   &(struct flow_sampling){.period = 10, .phase = 3});
	put_tables(&tables);
	for (size_t i = 0; i < 2; i++)
		flow_expr_free(&kinds[i]);
}

static void export(struct flow_session *session)
{
	const struct flow_filter filter = {.using = "software and not cpu"};
	uint8_t *picked = flow_filter_interactions(&filter, session);
	struct flow_export what;
	struct flow_tree tree;

	/* `bareline flow export` refuses a log without a tick length. */
	if (session->log->manifest.tsc_hz == 0)
		session->log->manifest.tsc_hz = 1000000000;
	free(picked);           /* NULL if no interaction is in that state */
	picked = flow_filter_interactions(&(struct flow_filter){0}, session);
	flow_export_begin(&what, session, picked, NULL);
	flow_export_chrome(&what, nothing);
	flow_export_otlp(&what, nothing);
	flow_tree_begin(&tree);
	flow_tree_add(&tree, session, picked);
	flow_tree_write_folded(&tree, nothing);
	flow_tree_write_flames(&tree, session->log, nothing);
	flow_tree_free(&tree);
	free(picked);
}

/* Segments add up to the response times of their runs. */
static void compare(struct flow_session *session)
{
	struct flow_segments segments;
	struct flow_sides sides = {
		.logs = {session->log, session->log}, .segments = {&segments, &segments},
		.scale = 1,
	};
	struct tables tables;

	flow_segments_make(session, NULL, &segments);
	for (uint32_t run = 0; run < session->log->runs.count; run++) {
		uint64_t ticks = 0;

		for (size_t i = 0; i < segments.count; i++)
			ticks += segments.items[i].run == run ? segments.items[i].ticks : 0;
		if (ticks != segments.response_ticks[run])
			abort();
	}
	tables_init(&tables, "");
	topic_flow_segments(&tables, &sides);
	put_tables(&tables);
	flow_sides_draw(&sides, nothing);
	flow_segments_free(&segments);
}

void fuzz_networks(struct flow_log *log)
{
	struct flow_session session;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	flow_session_begin(&session, log);
	take_networks(&session);
	check(&session);
	check_load(&session);
	export(&session);
	compare(&session);
	flow_interactions_end_at_response(&session.interactions);
	take_networks(&session);
	flow_session_close(&session);
}
