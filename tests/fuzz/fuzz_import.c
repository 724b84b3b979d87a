/* SPDX-License-Identifier: MIT */
/* Fuzz target for traces of other programs. The first byte selects the format and the begin of
 * interactions; the rest is the trace. From 0xc0 on, the rest is a file whose format is found by
 * its content, and from 0xe0 on it is compressed first. Binary formats are their libraries'. The
 * result is analysed. A text with events of TCP is also taken for the traces of two hosts. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "tools/flow/import/import.h"
#include "tools/flow/import/source.h"
#include "tools/flow/nodes/clocks.h"
#include "tools/flow/path.h"
#include "tools/flow/session.h"

#define RULES 6

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As below. But a damaged trace of a host may have data before it was sent, so that interactions
 * are rejected for any reason. */
static void check_hosts(struct flow_log *log)
{
	struct flow_session session;
	struct flow_graph graph = {0};
	struct flow_path path = {0};

	flow_clocks_set(log);
	flow_session_begin(&session, log);
	for (size_t i = 0; i < session.interactions.items.count; i++) {
		if (flow_graph_make(&session.interactions, &session.interactions.items.items[i],
				    &graph) &&
		    flow_path_find(&graph, &path) &&
		    flow_path_length(&graph, &path) != flow_graph_response(&graph))
			abort();
	}
	flow_path_free(&path);
	flow_graph_free(&graph);
	flow_session_close(&session);
}

/* Time never runs back, no number is used before its creation, every event names its sub-task, and
 * a complete network's path is as long as its response. */
static void check(struct flow_log *log)
{
	struct flow_session session;
	struct flow_graph graph = {0};
	struct flow_path path = {0};

	flow_session_begin(&session, log);
	if (session.order.step_backs.count > 0 || session.interactions.strays > 0)
		abort();
	for (size_t i = 0; i < session.interactions.items.count; i++) {
		struct flow_interaction *item = &session.interactions.items.items[i];

		if (flow_graph_make(&session.interactions, item, &graph)) {
			if (!flow_path_find(&graph, &path) ||
			    flow_path_length(&graph, &path) != flow_graph_response(&graph))
				abort();
		} else if (item->fault != FLOW_FAULT_CUT && item->fault != FLOW_FAULT_UNENDED) {
			abort();
		}
	}
	flow_path_free(&path);
	flow_graph_free(&graph);
	flow_session_close(&session);
}

#define FILES_FROM 0xc0
#define COMPRESSED_FROM 0xe0
#define FILE_MAX 4096

static bool is_of_a_library(const uint8_t *data, size_t size)
{
	static const char *const begins[] = {
		"\x17\x08\x44tracing", "PERFILE2", "\xc1\x1f\xfc\xc1", "\xc1\xfc\x1f\xc1",
		"\x57\x1d\xd1\x75", "\x75\xd1\x1d\x57", "/* CTF 1.8 */",
	};

	for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++) {
		size_t length = strlen(begins[i]);

		if (size >= length && memcmp(data, begins[i], length) == 0)
			return true;
	}
	return false;
}

/* Compress data as one member of a gzip file. Returns its size, or 0 without room. */
static size_t compress_member(const uint8_t *data, size_t size, uint8_t *to, size_t room)
{
	z_stream stream = {.next_in = (Bytef *)data, .avail_in = (uInt)size, .next_out = to,
			   .avail_out = (uInt)room};
	int status;

	if (deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	status = deflate(&stream, Z_FINISH);
	deflateEnd(&stream);
	return status == Z_STREAM_END ? room - stream.avail_out : 0;
}

static bool read_file(struct trace_source *source, struct trace *trace, const uint8_t *data,
		      size_t size)
{
	char path[64];
	int file = memfd_create("trace", 0);
	bool is_read;

	if (file < 0 || write(file, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
	source->path = path;
	is_read = trace_source_read(source, trace);
	close(file);
	return is_read;
}

/* Returns whether the trace was read. */
static bool read_trace(struct trace_source *source, struct trace *trace, const uint8_t *data,
		       size_t size)
{
	uint8_t compressed[FILE_MAX];
	size_t length;

	if (data[0] < FILES_FROM) {
		trace_begin(trace, data[0] / TRACE_FORMATS % 2 * 1000000u,
			    (struct trace_text){(const char *)data, (const char *)data});
		trace_parse(trace, (enum trace_format)(data[0] % TRACE_FORMATS),
			    (const char *)data + 1, size - 1);
		return true;
	}
	if (is_of_a_library(data + 1, size - 1))
		return false;
	if (data[0] < COMPRESSED_FROM)
		return read_file(source, trace, data + 1, size - 1);
	length = compress_member(data + 1, size - 1, compressed, sizeof(compressed));
	return length > 0 && read_file(source, trace, compressed, length);
}

/* The first trace, which was imported, and the same text again. */
static void import_hosts(struct trace *first, const struct import_rule *rule, const uint8_t *data,
			 size_t size)
{
	struct trace_source source = {.format = TRACE_FORMATS};
	struct trace *hosts[2] = {first, calloc(1, sizeof(*first))};
	struct import_result result;
	struct network network;

	if (hosts[1] == NULL)
		abort();
	if (read_trace(&source, hosts[1], data, size)) {
		trace_end(hosts[1]);
		network_make(&network, hosts, 2);
		import_build(&result, &network, rule, "fuzzed");
		import_judge(&result);
		check_hosts(result.log);
		network_free(&network);
	}
	trace_free(hosts[1]);
	free(hosts[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	static const struct import_rule rules[RULES] = {
		{.begin = IMPORT_MARKER, .text = "begin", .end = "end"},
		{.begin = IMPORT_MARKER, .text = ""},
		{.begin = IMPORT_ACCEPT},
		{.begin = IMPORT_COMM, .text = "a"},
		{.begin = IMPORT_PID, .pid = 1},
		{.begin = IMPORT_MARKER, .text = "B|"},
	};
	struct trace_source source = {.format = TRACE_FORMATS};
	const struct import_rule *rule;
	struct import_result result;
	struct network network;
	struct trace *trace;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	if (size == 0)
		return 0;
	trace = calloc(1, sizeof(*trace));
	if (trace == NULL)
		abort();
	if (read_trace(&source, trace, data, size)) {
		trace_end(trace);
		rule = &rules[data[0] / TRACE_FORMATS % RULES];
		network_make(&network, &trace, 1);
		import_build(&result, &network, rule, "fuzzed");
		import_judge(&result);
		check(result.log);
		if (data[0] < FILES_FROM && memmem(data, size, "tcp_", 4) != NULL)
			import_hosts(trace, rule, data, size);
	}
	trace_free(trace);
	free(trace);
	return 0;
}
