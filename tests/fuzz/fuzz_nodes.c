/* SPDX-License-Identifier: MIT */
/* Fuzz target for logs of several nodes: events as in fuzz_flow, each in the log of its node.
 * Messages between nodes determine their clock relation. Then every subcommand of `bareline flow`
 * runs on the joined network. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/networks.h"
#include "tools/flow/nodes/clocks.h"
#include "tools/flow/nodes/crossings.h"
#include "tools/flow/nodes/gather.h"

#define NODES 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct flow_log *make_log(const uint8_t *data, size_t size, uint8_t node)
{
	struct flow_log *log = flow_log_new("fuzz", 1);
	const struct flow_named object = {
		.node = node, .number = 1, .class = FLOW_QUEUE, .name = "queue",
	};
	struct flow_event event;

	flow_names_add(&log->objects, &object);
	add_stream(log, node, 0);
	for (; size >= sizeof(event); size -= sizeof(event), data += sizeof(event)) {
		memcpy(&event, data, sizeof(event));
		event.node = (uint8_t)(event.node % NODES);
		if (event.node == node)
			add_event(log, &event);
	}
	return log;
}

/* The error bound of a clock is a number or infinite, and it has at most one step per message. */
static void check_clocks(const struct flow_log *log)
{
	for (size_t i = 0; i < log->clocks.count; i++) {
		const struct flow_clock *clock = &log->clocks.items[i];

		if (!(clock->error >= 0) || clock->steps > clock->received + clock->sent)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct flow_log *log = make_log(data, size, 0);

	for (uint8_t node = 1; node < NODES; node++) {
		struct flow_log *other = make_log(data, size, node);
		uint8_t same;

		if (!flow_log_gather(log, other, &same))
			abort();
		flow_log_free(other);
	}
	flow_log_sort(log);
	flow_clocks_set(log);
	check_clocks(log);
	fuzz_networks(log);
	return 0;
}
