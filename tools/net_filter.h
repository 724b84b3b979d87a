/* Choosing events and interactions on the command line: options that the parts of `bareline net`
 * share. */
#ifndef TOOLS_NET_FILTER_H
#define TOOLS_NET_FILTER_H

#include <getopt.h>

#include "tools/net_expr.h"
#include "tools/net_session.h"

#define NET_PATTERNS_MAX 32

struct net_patterns {
	const char *items[NET_PATTERNS_MAX];
	size_t count;
};

/* Everything when zeroed. */
struct net_filter {
	struct net_patterns runs;
	struct net_patterns interactions;       /* N or N-M */
	struct net_patterns threads, objects;
	struct net_patterns kept_kinds, dropped_kinds;
	const char *using;              /* NULL: any interaction */
};

/* The options, for a getopt table, and their part of the help text. */
enum {
	NET_OPT_RUN = 512, NET_OPT_INTERACTION, NET_OPT_USING, NET_OPT_THREAD, NET_OPT_OBJECT,
	NET_OPT_KEEP, NET_OPT_DROP,
};

#define NET_INTERACTION_OPTIONS \
	{"run", required_argument, NULL, NET_OPT_RUN}, \
	{"interaction", required_argument, NULL, NET_OPT_INTERACTION}, \
	{"using", required_argument, NULL, NET_OPT_USING}

#define NET_EVENT_OPTIONS \
	{"thread", required_argument, NULL, NET_OPT_THREAD}, \
	{"object", required_argument, NULL, NET_OPT_OBJECT}, \
	{"keep", required_argument, NULL, NET_OPT_KEEP}, \
	{"drop", required_argument, NULL, NET_OPT_DROP}

#define NET_INTERACTION_HELP \
	"  --run GLOB            interactions of runs with such a name\n" \
	"  --interaction N[-M]   those of these numbers, counted from 1 in the order of time\n" \
	"  --using EXPR          those of which a sub-task was in this state: names of objects\n" \
	"                        in use, with and, or, not and parentheses\n"

#define NET_EVENT_HELP \
	"  --thread GLOB         events of threads with such a name; - for messages'\n" \
	"  --object GLOB         events that name such an object\n" \
	"  --keep KIND           events of these kinds only\n" \
	"  --drop KIND           no events of these kinds\n"

/* Take an option of those above. Returns false if it is none of them. */
bool net_filter_option(struct net_filter *filter, int option, const char *value);

/* Whether it picks interactions, or events. */
bool net_filter_picks_interactions(const struct net_filter *filter);
bool net_filter_picks_events(const struct net_filter *filter);

/* A byte for each interaction: 1 if it is picked. To be freed. NULL, having said why, if the filter
 * makes no sense or picks none. Sets interactions aside that turn out to be faulty. */
uint8_t *net_filter_interactions(const struct net_filter *filter, struct net_session *session);

/* The same for each event; kinds, threads and objects too. An event of no interaction is picked if
 * the filter does not pick interactions. */
uint8_t *net_filter_events(const struct net_filter *filter, struct net_session *session);

/* Whether an event is of a kind, thread and object that is picked. */
bool net_filter_wants(const struct net_filter *filter, const struct net_log *log, uint32_t run,
		      const struct net_event *event);

/* Parse an expression of the command line and check that the log knows its names. Returns false,
 * having said why, if not. */
bool net_filter_parse(struct net_expr *expr, const char *text, const struct net_log *log);

#endif
