/* Through the writer and the parser, so that these are tested along the way. */
#include "tests/unit/net_trace.h"

#include <stdlib.h>
#include <string.h>

static void put(void *context, const char *text, size_t length)
{
	struct net_trace *trace = context;

	trace->text = realloc(trace->text, trace->length + length + 1);
	if (trace->text == NULL)
		abort();
	memcpy(trace->text + trace->length, text, length);
	trace->length += length;
}

static void put_names(struct net_trace *trace)
{
	static const char *const objects[][2] = {
		{"cpu", "cpu"}, {"queue", "port"}, {"device", "disk"}, {"software", "ingres"},
		{"software", "files"}, {"data", "data"},
	};
	static const char *const threads[] = {"a", "b", "c"};

	for (uint64_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		const struct wire_net_object object = {
			.object = i + 1, .class = objects[i][0], .name = objects[i][1],
		};

		wire_write(&trace->writer, WIRE_net_object, &object);
	}
	for (uint64_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		const struct wire_net_thread thread = {.thread = i + 1, .name = threads[i]};

		wire_write(&trace->writer, WIRE_net_thread, &thread);
	}
}

void net_trace_begin(struct net_trace *trace)
{
	const struct wire_manifest manifest = {.format = WIRE_FORMAT, .tsc_hz = 1000000000};
	const struct wire_net_run run = {.name = "made up", .cpus = 1};

	*trace = (struct net_trace){.writer = {.put = put, .context = trace}};
	wire_write(&trace->writer, WIRE_manifest, &manifest);
	wire_write(&trace->writer, WIRE_net_run, &run);
	put_names(trace);
}

void net_trace_add(struct net_trace *trace, const struct net_event *events, size_t count,
		   uint64_t first)
{
	for (size_t i = 0; i < count; i += NET_BLOCK_EVENTS) {
		size_t n = count - i < NET_BLOCK_EVENTS ? count - i : NET_BLOCK_EVENTS;
		const struct wire_net_trace record = {
			.cpu = events->cpu, .first = first + i, .n = n,
			.data = {(const uint8_t *)(events + i), n * sizeof(*events)},
		};

		wire_write(&trace->writer, WIRE_net_trace, &record);
	}
}

void net_trace_close(struct net_trace *trace, uint8_t cpu, uint64_t events)
{
	const struct wire_net_ring ring = {.cpu = cpu, .events = events};

	wire_write(&trace->writer, WIRE_net_ring, &ring);
}

void net_trace_open(struct net_trace *trace, struct net_session *session)
{
	net_session_begin(session, net_log_parse(trace->text, trace->length));
	free(trace->text);
}

void net_trace_session(const struct net_event *events, size_t count, struct net_session *session)
{
	struct net_trace trace;

	net_trace_begin(&trace);
	net_trace_add(&trace, events, count, 0);
	net_trace_close(&trace, 0, count);
	net_trace_open(&trace, session);
}
