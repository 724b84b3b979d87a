/* SPDX-License-Identifier: MIT */
/* Ticks as people read them. */
#ifndef TOOLS_FLOW_DURATION_H
#define TOOLS_FLOW_DURATION_H

#include "tools/flow/log.h"

#define FLOW_DURATION_MAX 24
#define FLOW_TICKS_MAX 64

/* "92.7 µs": three digits, in ns, µs, ms or s. Nothing where the log does not say how long a tick
 * is. Returns text. */
const char *flow_duration(char text[FLOW_DURATION_MAX], const struct flow_log *log, uint64_t ticks);

/* "717106 ticks, 276 µs"; "717106 instructions", or ticks alone where nothing says how long one is.
 * Returns text. */
const char *flow_ticks(char text[FLOW_TICKS_MAX], const struct flow_log *log, uint64_t ticks);

/* What a tick of the log's clock is: "instructions" where it counts these, else "ticks". */
const char *flow_tick_name(const struct flow_log *log);

#endif
