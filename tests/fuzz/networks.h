/* SPDX-License-Identifier: MIT */
/* Processing of fuzzed networks, of one node or of several. */
#ifndef TESTS_FUZZ_NETWORKS_H
#define TESTS_FUZZ_NETWORKS_H

#include <stdint.h>

#include "tools/flow/log.h"

/* Number of consecutive events of a stream, before the next stream's. */
#define BLOCK_EVENTS 7

/* Add a stream of events; at least one is required before the first event. */
void add_stream(struct flow_log *log, uint8_t node, uint8_t cpu);

/* Add the event with these bytes. The log's streams take turns. */
void add_event(struct flow_log *log, const struct flow_event *event);

/* Run all subcommands of `bareline flow` on a sealed log, and free it. Aborts if an invariant of
 * complete networks is violated. */
void fuzz_networks(struct flow_log *log);

#endif
