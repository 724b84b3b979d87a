/* SPDX-License-Identifier: MIT */
/* Choosing events and interactions on the command line: options that the parts of `bareline flow`
 * share. */
#ifndef TOOLS_FLOW_FILTER_H
#define TOOLS_FLOW_FILTER_H

#include "lib/option/option.h"
#include "lib/text/patterns.h"
#include "tools/flow/expr.h"
#include "tools/flow/session.h"

/* Where interactions end: at the last sink, or at the last response. */
enum flow_to {FLOW_TO_END, FLOW_TO_RESPONSE};

/* Everything when zeroed. */
struct flow_filter {
	struct patterns runs;
	struct patterns interactions; /* N or N-M */
	struct patterns threads, objects;
	struct patterns kept_kinds, dropped_kinds;
	const char *using;              /* NULL: any interaction */
	enum flow_to to;
};

/* Tables of options, whose destination is a struct flow_filter. */
extern const struct option_spec flow_interaction_options[];
extern const struct option_spec flow_event_options[];

/* Whether it picks any, by themselves or by their interactions. */
bool flow_filter_picks_events(const struct flow_filter *filter);

/* A byte for each interaction: 1 if it is picked. To be freed. NULL, having said why, if the filter
 * makes no sense or picks none. Sets interactions aside that turn out to be faulty. */
uint8_t *flow_filter_interactions(const struct flow_filter *filter, struct flow_session *session);

/* The same for each event; kinds, threads and objects too. An event of no interaction is picked if
 * the filter does not pick interactions. */
uint8_t *flow_filter_events(const struct flow_filter *filter, struct flow_session *session);

/* Whether an event is of a kind, thread and object that is picked. */
bool flow_filter_wants(const struct flow_filter *filter, const struct flow_log *log, uint32_t run,
		      const struct flow_event *event);

/* Parse an expression of the command line and check that the log knows its names. Returns false,
 * having said why, if not. */
bool flow_filter_parse(struct flow_expr *expr, const char *text, const struct flow_log *log);

#endif
