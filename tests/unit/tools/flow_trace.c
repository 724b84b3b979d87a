/* SPDX-License-Identifier: MIT */
/* Traces pass through the writer and the parser, which tests these too. */
#include "tests/unit/tools/flow_trace.h"

#include <stdlib.h>
#include <string.h>

static void put(void *context, const char *text, size_t length)
{
	struct flow_trace *trace = context;

	trace->text = realloc(trace->text, trace->length + length + 1);
	if (trace->text == NULL)
		abort();
	memcpy(trace->text + trace->length, text, length);
	trace->length += length;
}

static void put_names(struct flow_trace *trace)
{
	static const char *const objects[][2] = {
		{"cpu", "cpu"}, {"queue", "port"}, {"device", "disk"}, {"software", "ingres"},
		{"software", "files"}, {"data", "data"}, {"lock", "lock"},
	};
	static const char *const threads[] = {"a", "b", "c"};

	for (uint64_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		const struct wire_flow_object object = {
			.object = i + 1, .class = objects[i][0], .name = objects[i][1],
		};

		wire_write(&trace->writer, WIRE_flow_object, &object);
	}
	wire_write(&trace->writer, WIRE_flow_device, &(struct wire_flow_device){
		.object = 3, .device = "simulated"});
	for (uint64_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		const struct wire_flow_thread thread = {.thread = i + 1, .name = threads[i]};

		wire_write(&trace->writer, WIRE_flow_thread, &thread);
	}
}

void flow_trace_begin(struct flow_trace *trace)
{
	const struct wire_manifest manifest = {.format = WIRE_FORMAT, .tsc_hz = 1000000000};
	const struct wire_flow_run run = {.name = "made up", .cpus = 1};

	*trace = (struct flow_trace){.writer = {.put = put, .context = trace}};
	wire_write(&trace->writer, WIRE_manifest, &manifest);
	wire_write(&trace->writer, WIRE_flow_run, &run);
	put_names(trace);
}

void flow_trace_add(struct flow_trace *trace, const struct flow_event *events, size_t count,
		   uint64_t first)
{
	for (size_t i = 0; i < count; i += FLOW_BLOCK_EVENTS) {
		size_t n = count - i < FLOW_BLOCK_EVENTS ? count - i : FLOW_BLOCK_EVENTS;
		const struct wire_flow_trace record = {
			.cpu = events->cpu, .first = first + i, .n = n,
			.data = {(const uint8_t *)(events + i), n * sizeof(*events)},
		};

		wire_write(&trace->writer, WIRE_flow_trace, &record);
	}
}

void flow_trace_close(struct flow_trace *trace, uint8_t cpu, uint64_t events)
{
	const struct wire_flow_ring ring = {.cpu = cpu, .events = events};

	wire_write(&trace->writer, WIRE_flow_ring, &ring);
}

void flow_trace_open(struct flow_trace *trace, struct flow_session *session)
{
	flow_session_begin(session, flow_log_parse(trace->text, trace->length));
	free(trace->text);
}

void flow_trace_session(const struct flow_event *events, size_t count, struct flow_session *session)
{
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, events, count, 0);
	flow_trace_close(&trace, 0, count);
	flow_trace_open(&trace, session);
}
