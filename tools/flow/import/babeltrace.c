/* SPDX-License-Identifier: MIT */
/* Each stream has an iterator of its own, and is read to its end before the next stream begins.
 * trace_end() then merges the streams, which is faster than the library's muxer. */
#include "tools/flow/import/binary.h"

#include "tools/base/alloc.h"

#ifndef HAVE_BABELTRACE2
char *babeltrace_read(struct trace *trace, const char *directory)
{
	(void)trace;
	return xasprintf("a trace in the Common Trace Format, and this program was built without "
			 "libbabeltrace2; use: babeltrace2 %s | bareline flow import … -",
			 directory);
}
#else
#include <fts.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/utf8.h"
#include "tools/flow/import/ctf_messages.h"

#define DEPTH_MAX 8
#define TRACES_MAX 64
#define STREAMS_MAX 4096u

struct babeltrace {
	struct ctf_messages messages;
	bt_graph *graph;
	const bt_plugin *plugin;
	bt_component_class_sink *sink_class;
	const bt_component_sink *sink;
	const bt_component_source *sources[TRACES_MAX];
	size_t source_count;
	uint64_t streams;
	bt_message_iterator *iterators[STREAMS_MAX];
	uint64_t current;               /* stream */
};

/* ---- Errors ---- */

/* The library's first cause, which says the most. */
static char *babeltrace_error(const char *what)
{
	const bt_error *error = bt_current_thread_take_error();
	char *text;

	if (error == NULL || bt_error_get_cause_count(error) == 0)
		return xasprintf("%s", what);
	text = xasprintf("%s: %.300s", what, bt_error_cause_get_message(
		bt_error_borrow_cause_by_index(error, 0)));
	bt_error_release(error);
	return text;
}

/* ---- The sink ---- */

static bt_component_class_initialize_method_status sink_begin(
	bt_self_component_sink *self, bt_self_component_sink_configuration *configuration,
	const bt_value *parameters, void *data)
{
	struct babeltrace *babeltrace = data;
	char name[32];

	(void)configuration;
	(void)parameters;
	bt_self_component_set_data(bt_self_component_sink_as_self_component(self), babeltrace);
	for (uint64_t i = 0; i < babeltrace->streams; i++) {
		snprintf(name, sizeof(name), "in%" PRIu64, i);
		if (bt_self_component_sink_add_input_port(self, name, NULL, NULL) !=
		    BT_SELF_COMPONENT_ADD_PORT_STATUS_OK)
			return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	}
	return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static struct babeltrace *sink_data(bt_self_component_sink *self)
{
	return bt_self_component_get_data(bt_self_component_sink_as_self_component(self));
}

static bt_component_class_sink_graph_is_configured_method_status sink_connect(
	bt_self_component_sink *self)
{
	struct babeltrace *babeltrace = sink_data(self);

	for (uint64_t i = 0; i < babeltrace->streams; i++) {
		if (bt_message_iterator_create_from_sink_component(
			    self, bt_self_component_sink_borrow_input_port_by_index(self, i),
			    &babeltrace->iterators[i]) !=
		    BT_MESSAGE_ITERATOR_CREATE_FROM_SINK_COMPONENT_STATUS_OK)
			return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_ERROR;
	}
	return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK;
}

/* The rest of a damaged stream is lost. */
static void sink_fail(struct babeltrace *babeltrace)
{
	struct trace *trace = babeltrace->messages.trace;
	char *error = babeltrace_error("damaged");
	uint16_t cpu;

	trace_set_damage(trace, error);
	free(error);
	trace->counts.lost++;
	if (babeltrace->messages.cpu != TRACE_CPU_UNKNOWN &&
	    trace_cpu(trace, babeltrace->messages.cpu, &cpu))
		trace_begin_gap(trace, cpu, TRACE_GAP_EVENTS, 0, 0);
}

static bt_component_class_sink_consume_method_status sink_consume(bt_self_component_sink *self)
{
	struct babeltrace *babeltrace = sink_data(self);
	bt_message_array_const messages;
	uint64_t count;

	if (babeltrace->current == babeltrace->streams)
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END;
	switch (bt_message_iterator_next(babeltrace->iterators[babeltrace->current], &messages,
					 &count)) {
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
		for (uint64_t i = 0; i < count; i++) {
			ctf_messages_add(&babeltrace->messages, messages[i]);
			bt_message_put_ref(messages[i]);
		}
		break;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
		return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_AGAIN;
	case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
		babeltrace->current++;
		break;
	default:
		sink_fail(babeltrace);
		babeltrace->current++;
		break;
	}
	return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_OK;
}

static bool babeltrace_add_sink(struct babeltrace *babeltrace)
{
	babeltrace->sink_class = bt_component_class_sink_create("bareline", sink_consume);
	if (babeltrace->sink_class == NULL)
		return false;
	bt_component_class_sink_set_initialize_method(babeltrace->sink_class, sink_begin);
	bt_component_class_sink_set_graph_is_configured_method(babeltrace->sink_class,
							       sink_connect);
	return bt_graph_add_sink_component_with_initialize_method_data(
		babeltrace->graph, babeltrace->sink_class, "sink", NULL, babeltrace,
		BT_LOGGING_LEVEL_NONE, &babeltrace->sink) == BT_GRAPH_ADD_COMPONENT_STATUS_OK;
}

/* ---- The sources ---- */

static bool babeltrace_add_source(struct babeltrace *babeltrace, const char *directory)
{
	const bt_component_class_source *class =
		bt_plugin_borrow_source_component_class_by_name_const(babeltrace->plugin, "fs");
	bt_value *parameters = bt_value_map_create(), *inputs = bt_value_array_create();
	char name[32];
	bool is_added;

	snprintf(name, sizeof(name), "source%zu", babeltrace->source_count);
	is_added = class != NULL && parameters != NULL && inputs != NULL &&
		bt_value_array_append_string_element(inputs, directory) ==
		BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK &&
		bt_value_map_insert_entry(parameters, "inputs", inputs) ==
		BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK &&
		bt_graph_add_source_component(babeltrace->graph, class, name, parameters,
					      BT_LOGGING_LEVEL_NONE,
					      &babeltrace->sources[babeltrace->source_count]) ==
		BT_GRAPH_ADD_COMPONENT_STATUS_OK;
	bt_value_put_ref(inputs);
	bt_value_put_ref(parameters);
	if (is_added)
		babeltrace->streams += bt_component_source_get_output_port_count(
			babeltrace->sources[babeltrace->source_count++]);
	return is_added;
}

static int babeltrace_by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Add every directory with a file "metadata". Returns NULL or an error. */
static char *babeltrace_add_sources(struct babeltrace *babeltrace, const char *directory)
{
	char *copy = xasprintf("%s", directory), *const paths[] = {copy, NULL}, *error = NULL;
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, babeltrace_by_name);
	FTSENT *entry;

	while (tree != NULL && error == NULL && (entry = fts_read(tree)) != NULL) {
		if (entry->fts_level > DEPTH_MAX)
			fts_set(tree, entry, FTS_SKIP);
		if (entry->fts_info != FTS_F || strcmp(entry->fts_name, "metadata") != 0 ||
		    babeltrace->source_count == TRACES_MAX)
			continue;
		entry->fts_path[entry->fts_pathlen - strlen("/metadata")] = '\0';
		if (!babeltrace_add_source(babeltrace, entry->fts_path))
			error = babeltrace_error(entry->fts_path);
		entry->fts_path[entry->fts_pathlen - strlen("/metadata")] = '/';
	}
	if (tree != NULL)
		fts_close(tree);
	if (error == NULL && babeltrace->source_count == 0)
		error = xasprintf("no trace in the Common Trace Format: no file \"metadata\" in "
				  "this directory or below");
	if (error == NULL && babeltrace->streams > STREAMS_MAX)
		error = xasprintf("more than %u streams", STREAMS_MAX);
	free(copy);
	return error;
}

static bool babeltrace_connect(struct babeltrace *babeltrace)
{
	const bt_port_output *from;
	const bt_port_input *to;
	uint64_t stream = 0;

	for (size_t i = 0; i < babeltrace->source_count; i++) {
		const bt_component_source *source = babeltrace->sources[i];
		uint64_t ports = bt_component_source_get_output_port_count(source);

		for (uint64_t port = 0; port < ports; port++) {
			from = bt_component_source_borrow_output_port_by_index_const(source, port);
			to = bt_component_sink_borrow_input_port_by_index_const(babeltrace->sink,
										stream++);
			if (bt_graph_connect_ports(babeltrace->graph, from, to, NULL) !=
			    BT_GRAPH_CONNECT_PORTS_STATUS_OK)
				return false;
		}
	}
	return true;
}

static char *babeltrace_run(struct babeltrace *babeltrace, const char *directory)
{
	char *error;

	if (bt_plugin_find("ctf", BT_FALSE, BT_FALSE, BT_TRUE, BT_FALSE, BT_FALSE,
			   &babeltrace->plugin) != BT_PLUGIN_FIND_STATUS_OK)
		return babeltrace_error("libbabeltrace2's plugin ctf is missing");
	babeltrace->graph = bt_graph_create(0);
	if (babeltrace->graph == NULL)
		return babeltrace_error("libbabeltrace2");
	error = babeltrace_add_sources(babeltrace, directory);
	if (error != NULL)
		return error;
	if (!babeltrace_add_sink(babeltrace) || !babeltrace_connect(babeltrace) ||
	    bt_graph_run(babeltrace->graph) != BT_GRAPH_RUN_STATUS_OK)
		return babeltrace_error("libbabeltrace2 cannot read it");
	return NULL;
}

char *babeltrace_read(struct trace *trace, const char *directory)
{
	struct babeltrace *babeltrace = xcalloc(1, sizeof(*babeltrace));
	char *error;

	babeltrace->messages.trace = trace;
	babeltrace->messages.cpu = TRACE_CPU_UNKNOWN;
	error = babeltrace_run(babeltrace, directory);
	for (uint64_t i = 0; i < babeltrace->streams && i < STREAMS_MAX; i++)
		bt_message_iterator_put_ref(babeltrace->iterators[i]);
	bt_component_class_sink_put_ref(babeltrace->sink_class);
	bt_graph_put_ref(babeltrace->graph);
	bt_plugin_put_ref(babeltrace->plugin);
	if (error == NULL && babeltrace->messages.other_host[0] != '\0')
		error = xasprintf("traces of several machines (%s, %s); give the directory of one",
				  babeltrace->messages.host, babeltrace->messages.other_host);
	if (error == NULL && trace->counts.used == 0 && trace->damage[0] != '\0')
		error = xasprintf("%s", trace->damage);
	ctf_messages_free(&babeltrace->messages);
	free(babeltrace);
	return error;
}
#endif
