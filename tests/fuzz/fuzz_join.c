/* SPDX-License-Identifier: MIT */
/* Fuzz target for joining a process's events with its kernel's trace. The first byte is the number
 * of events, which follow; the rest is the trace's text. */
#include <string.h>

#include "tests/fuzz/networks.h"
#include "tools/base/alloc.h"
#include "tools/flow/import/join.h"
#include "tools/flow/segments.h"

#define THREADS 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add_text(struct flow_log *log, const uint8_t *data, size_t size)
{
	struct flow_os_trace trace = {.is_whole = size % 4 != 0, .size = size};

	trace.text = xmalloc(size + 1);
	memcpy(trace.text, data, size);
	FLOW_LIST_ADD(log->os_traces, trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct flow_log *log = flow_log_new("fuzz", 1);
	size_t events = size > 0 ? data[0] : 0, used = size > 0;
	struct flow_event event;

	add_stream(log, 0, 0);
	for (; events > 0 && size - used >= sizeof(event); events--, used += sizeof(event)) {
		memcpy(&event, data + used, sizeof(event));
		event.cpu = event.node = 0;
		add_event(log, &event);
	}
	for (uint16_t thread = 1; thread <= THREADS; thread++)
		FLOW_LIST_ADD(log->tids, ((struct flow_tid){0, 100u + thread, thread}));
	add_text(log, data + used, size - used);
	flow_log_sort(log);
	flow_join(log);
	fuzz_networks(log);
	return 0;
}
