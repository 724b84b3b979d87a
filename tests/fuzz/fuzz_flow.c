/* SPDX-License-Identifier: MIT */
/* Fuzz target for the analysis of interaction networks. The input is the events themselves, so
 * every mutation gets past the log's checksums. Runs all subcommands of `bareline flow` on the log.
 * fuzz_log covers the records of events. */
#include <string.h>

#include "tests/fuzz/networks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void add_object(struct flow_log *log, uint16_t number, enum flow_class class,
		       const char *name)
{
	const struct flow_named object = {.number = number, .class = class, .name = name};

	flow_names_add(&log->objects, &object);
}

/* The events in short blocks, alternating between two CPUs. */
static struct flow_log *make_log(const uint8_t *data, size_t size)
{
	struct flow_log *log = flow_log_new("fuzz", 2);
	struct flow_event event;

	add_object(log, 1, FLOW_CPU, "cpu");
	add_object(log, 2, FLOW_QUEUE, "queue");
	add_object(log, 3, FLOW_SOFTWARE, "software");
	add_stream(log, 0, 0);
	add_stream(log, 0, 1);
	for (; size >= sizeof(event); size -= sizeof(event), data += sizeof(event)) {
		memcpy(&event, data, sizeof(event));
		add_event(log, &event);
	}
	flow_log_sort(log);
	return log;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_networks(make_log(data, size));
	return 0;
}
