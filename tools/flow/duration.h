/* SPDX-License-Identifier: MIT */
/* Readable durations. */
#ifndef TOOLS_FLOW_DURATION_H
#define TOOLS_FLOW_DURATION_H

#include "tools/flow/log.h"

#define FLOW_DURATION_MAX 24
#define FLOW_TICKS_MAX 64

/* Whether the log states the length of a tick. */
bool flow_has_tick_length(const struct flow_log *log);

/* "92.7 µs": three digits, in ns, µs, ms or s; empty if the log has no tick length. Returns
 * text. */
const char *flow_duration(char text[FLOW_DURATION_MAX], const struct flow_log *log, uint64_t ticks);

/* "717106 ticks, 276 µs" or "717106 instructions"; ticks alone if their length is unknown. Returns
 * text. */
const char *flow_ticks(char text[FLOW_TICKS_MAX], const struct flow_log *log, uint64_t ticks);

/* "instructions" if the log's clock counts them, else "ticks". */
const char *flow_tick_name(const struct flow_log *log);

#endif
