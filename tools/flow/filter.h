/* Choosing events and interactions on the command line: options that the parts of `bareline flow`
 * share. */
#ifndef TOOLS_FLOW_FILTER_H
#define TOOLS_FLOW_FILTER_H

#include <getopt.h>

#include "tools/flow/expr.h"
#include "tools/flow/session.h"

#define FLOW_PATTERNS_MAX 32

struct flow_patterns {
	const char *items[FLOW_PATTERNS_MAX];
	size_t count;
};

/* Everything when zeroed. */
struct flow_filter {
	struct flow_patterns runs;
	struct flow_patterns interactions;       /* N or N-M */
	struct flow_patterns threads, objects;
	struct flow_patterns kept_kinds, dropped_kinds;
	const char *using;              /* NULL: any interaction */
};

/* The options, for a getopt table, and their part of the help text. */
enum {
	FLOW_OPT_RUN = 512, FLOW_OPT_INTERACTION, FLOW_OPT_USING, FLOW_OPT_THREAD, FLOW_OPT_OBJECT,
	FLOW_OPT_KEEP, FLOW_OPT_DROP,
};

#define FLOW_INTERACTION_OPTIONS \
	{"run", required_argument, NULL, FLOW_OPT_RUN}, \
	{"interaction", required_argument, NULL, FLOW_OPT_INTERACTION}, \
	{"using", required_argument, NULL, FLOW_OPT_USING}

#define FLOW_EVENT_OPTIONS \
	{"thread", required_argument, NULL, FLOW_OPT_THREAD}, \
	{"object", required_argument, NULL, FLOW_OPT_OBJECT}, \
	{"keep", required_argument, NULL, FLOW_OPT_KEEP}, \
	{"drop", required_argument, NULL, FLOW_OPT_DROP}

#define FLOW_INTERACTION_HELP \
	"  --run GLOB            interactions of runs with such a name\n" \
	"  --interaction N[-M]   those of these numbers, counted from 1 in the order of time\n" \
	"  --using EXPR          those of which a sub-task was in this state: names of objects\n" \
	"                        in use, with and, or, not and parentheses\n"

#define FLOW_EVENT_HELP \
	"  --thread GLOB         events of threads with such a name; - for messages'\n" \
	"  --object GLOB         events that name such an object\n" \
	"  --keep KIND           events of these kinds only\n" \
	"  --drop KIND           no events of these kinds\n"

/* Take an option of those above. Returns false if it is none of them. */
bool flow_filter_option(struct flow_filter *filter, int option, const char *value);

/* Whether it picks interactions, or events. */
bool flow_filter_picks_interactions(const struct flow_filter *filter);
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
