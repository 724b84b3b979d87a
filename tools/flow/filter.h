/* SPDX-License-Identifier: MIT */
/* Command-line selection of events and interactions: options shared by the subcommands of `bareline
 * flow`. */
#ifndef TOOLS_FLOW_FILTER_H
#define TOOLS_FLOW_FILTER_H

#include "lib/option/option.h"
#include "lib/text/patterns.h"
#include "tools/flow/expr.h"
#include "tools/flow/session.h"

/* Where interactions end: at the last sink, or at the last response. */
enum flow_to {FLOW_TO_END, FLOW_TO_RESPONSE};

/* A zeroed filter selects everything. */
struct flow_filter {
	struct patterns runs;
	struct patterns interactions; /* N or N-M */
	struct patterns threads, objects;
	struct patterns selected_kinds, dropped_kinds;
	const char *using;              /* NULL: any interaction */
	enum flow_to to;
};

/* Whether the filter selects a run. */
bool flow_filter_picks_run(const struct flow_filter *filter, const struct wire_flow_run *info);

/* Tables of options, whose destination is a struct flow_filter. */
extern const struct option_spec flow_interaction_options[];
extern const struct option_spec flow_event_options[];

/* Whether the filter has a condition on events or on their interactions. */
bool flow_filter_has_condition(const struct flow_filter *filter);

/* A byte for each interaction: 1 if selected. The caller frees it. Returns NULL with a message if
 * the filter is invalid or selects none. Rejects faulty interactions. */
uint8_t *flow_filter_interactions(const struct flow_filter *filter, struct flow_session *session);

/* A byte for each event: 1 if its interaction, kind, thread and object are selected. Events outside
 * interactions are selected only if the filter has no condition on interactions. In all else, works
 * as flow_filter_interactions() does. */
uint8_t *flow_filter_events(const struct flow_filter *filter, struct flow_session *session);

/* Whether the event's kind, thread and object are selected. */
bool flow_filter_matches(const struct flow_filter *filter, const struct flow_log *log, uint32_t run,
			 const struct flow_event *event);

/* Parse an expression of the command line, and check that the log has the objects that it names.
 * Returns false with a message if not. */
bool flow_filter_parse(struct flow_expr *expr, const char *text, const struct flow_log *log);

#endif
