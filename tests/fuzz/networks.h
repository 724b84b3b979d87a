/* SPDX-License-Identifier: MIT */
/* What is done with networks of fuzzed events, of one node or of several. */
#ifndef TESTS_FUZZ_NETWORKS_H
#define TESTS_FUZZ_NETWORKS_H

#include <stdint.h>

#include "tools/flow/log.h"

/* Events of a stream that come one after another, before the next stream's. */
#define BLOCK_EVENTS 7

/* Add a stream of events; at least one has to be there before the first event. */
void add_stream(struct flow_log *log, uint8_t node, uint8_t cpu);

/* Add the event whose bytes these are, to the log's streams in turn. */
void add_event(struct flow_log *log, const struct flow_event *event);

/* Do all that the parts of `bareline flow` do with a sealed log, which is freed then. Aborts where
 * a promise that holds for every whole network does not. */
void fuzz_networks(struct flow_log *log);

#endif
