/* A fuzz target for the analysis of interaction networks. Its input is the events themselves, so
 * that every mutation gets past the log's checksums; what the parts of `bareline net` do with a log
 * is done with them. The records that carry events are fuzz_log's business. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/net_export.h"
#include "tools/net_filter.h"
#include "tools/net_known.h"
#include "tools/net_path_table.h"
#include "tools/net_sums.h"
#include "tools/net_svg.h"

#define BLOCK_EVENTS 7

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct out out;

static void add_object(struct net_log *log, uint16_t number, enum net_class class, const char *name)
{
	const struct net_object object = {.number = number, .class = class, .name = name};

	net_log_add_object(log, &object);
}

static void add_stream(struct net_log *log, uint8_t cpu)
{
	const struct net_stream stream = {.cpu = cpu, .is_closed = true};

	NET_LIST_ADD(log->streams, stream);
}

/* The events in short blocks of two CPUs in turn. */
static struct net_log *make_log(const uint8_t *data, size_t size)
{
	struct net_log *log = net_log_new("fuzz", 2);

	add_object(log, 1, NET_CPU, "cpu");
	add_object(log, 2, NET_QUEUE, "queue");
	add_object(log, 3, NET_SOFTWARE, "software");
	add_stream(log, 0);
	add_stream(log, 1);
	for (; size >= sizeof(struct net_event); size -= sizeof(struct net_event)) {
		struct net_event event;
		uint32_t number = (uint32_t)log->events.count;
		struct net_stream *stream = &log->streams.items[number / BLOCK_EVENTS % 2];
		const struct net_block block = {
			.stream = number / BLOCK_EVENTS % 2, .start = number, .count = 1,
			.first = stream->sent++,
		};

		memcpy(&event, data, sizeof(event));
		data += sizeof(event);
		NET_LIST_ADD(log->events, event);
		NET_LIST_ADD(log->blocks, block);
	}
	net_log_seal(log);
	return log;
}

/* The promises that hold for whatever network is found whole. */
static void check_network(const struct net_graph *graph, struct net_path *path)
{
	if (!net_path_find(graph, path) ||
	    net_path_length(graph, path) != net_graph_response(graph))
		abort();
}

static void show_network(const struct net_graph *graph, const struct net_path *path)
{
	const struct net_filter filter = {.dropped_kinds = {{"*_use"}, 1}};
	const struct path_table table = {
		.out = &out, .log = graph->log, .graph = graph, .path = path, .near_max = 3,
	};
	struct net_layout layout;

	path_table_put(&table);
	path_table_put_near(&table);
	net_layout_make(&layout, graph, path, &filter, true);
	net_svg_put(&layout, 0, &out);
	net_layout_free(&layout);
}

static void take_networks(struct net_session *session)
{
	struct net_graph graph = {0};
	struct net_path path = {0};

	for (size_t i = 0; i < session->interactions.items.count; i++) {
		struct net_interaction *item = &session->interactions.items.items[i];

		if (net_graph_make(&session->interactions, item, &graph)) {
			check_network(&graph, &path);
			show_network(&graph, &path);
		} else {
			net_put_fault(&out, session->log, item);
		}
	}
	net_path_free(&path);
	net_graph_free(&graph);
}

static void export(struct net_session *session)
{
	const struct net_filter filter = {.using = "software and not cpu"};
	uint8_t *picked = net_filter_interactions(&filter, session);

	free(picked);           /* NULL if none is in that state */
	picked = net_filter_interactions(&(struct net_filter){0}, session);
	net_export_chrome(session, picked, &out);
	net_export_otlp(session, picked, &out);
	free(picked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	struct net_session session;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages do not go through it */
	net_session_begin(&session, make_log(data, size));
	out_begin(&out, nothing);
	take_networks(&session);
	export(&session);
	out_end(&out);
	net_session_close(&session);
	return 0;
}
