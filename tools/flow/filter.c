/* SPDX-License-Identifier: MIT */
/* Selects interactions by run, number and objects in use. Then selects events, also by these
 * interactions. */
#include "tools/flow/filter.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"

static bool filter_add_kind(void *to, const char *value, struct option_problem *problem)
{
	for (int kind = 0; kind < FLOW_KIND_COUNT; kind++) {
		if (text_glob(value, flow_kinds[kind].name))
			return patterns_add(to, value) ||
			       option_refuse(problem, "given more than %d times",
					     PATTERNS_MAX);
	}
	return option_refuse(problem, "unknown kind of event; `bareline flow --help` lists them");
}

static const char *const filter_ends[] = {"end", "response", NULL};

const struct option_spec flow_interaction_options[] = {
	{.name = "run", .kind = OPTION_PATTERN, .argument = "GLOB",
	 .offset = offsetof(struct flow_filter, runs),
	 .help = "select interactions of matching runs; the name of a benchmark selects all its "
		 "points"},
	{.name = "interaction", .kind = OPTION_PATTERN, .argument = "N[-M]",
	 .offset = offsetof(struct flow_filter, interactions),
	 .help = "select interactions by number, counted from 1 in order of time"},
	{.name = "to", .kind = OPTION_CHOICE, .choices = filter_ends,
	 .offset = offsetof(struct flow_filter, to),
	 .help = "end interactions with the last event that they caused, or with the user's last "
		 "response, ignoring what follows it (end)"},
	{.name = "filter", .kind = OPTION_TEXT, .argument = "EXPR",
	 .offset = offsetof(struct flow_filter, using),
	 .help = "select interactions with a sub-task in this state: names of objects in use, "
		 "combined with and, or, not and parentheses"},
	{0},
};

const struct option_spec flow_event_options[] = {
	{.name = "thread", .kind = OPTION_PATTERN, .argument = "GLOB",
	 .offset = offsetof(struct flow_filter, threads),
	 .help = "select events of matching threads; - selects events of messages"},
	{.name = "object", .kind = OPTION_PATTERN, .argument = "GLOB",
	 .offset = offsetof(struct flow_filter, objects),
	 .help = "select events that name a matching object"},
	{.name = "keep", .kind = OPTION_CALL, .argument = "KIND", .call = filter_add_kind,
	 .offset = offsetof(struct flow_filter, selected_kinds),
	 .help = "select events of these kinds only"},
	{.name = "drop", .kind = OPTION_CALL, .argument = "KIND", .call = filter_add_kind,
	 .offset = offsetof(struct flow_filter, dropped_kinds),
	 .help = "drop events of these kinds"},
	{0},
};

static bool filter_picks_interactions(const struct flow_filter *filter)
{
	return filter->runs.count > 0 || filter->interactions.count > 0 || filter->using != NULL;
}

bool flow_filter_has_condition(const struct flow_filter *filter)
{
	return filter_picks_interactions(filter) || filter->threads.count > 0 ||
	       filter->objects.count > 0 || filter->selected_kinds.count > 0 ||
	       filter->dropped_kinds.count > 0;
}

bool flow_filter_parse(struct flow_expr *expr, const char *text, const struct flow_log *log)
{
	char *wrong = flow_expr_parse(expr, text);
	const char *unknown;

	if (wrong != NULL) {
		warnx("%s", wrong);
		free(wrong);
		return false;
	}
	if (expr->count == 0) {
		warnx("'%s': the expression names no object", text);
		return false;
	}
	unknown = flow_expr_unknown(expr, log);
	if (unknown == NULL)
		return true;
	warnx("'%s': the log has no object of that name; `bareline flow states` lists them",
	      unknown);
	flow_expr_free(expr);
	return false;
}

/* ---- Names ---- */

/* A run's name is "BENCHMARK PARAMETERS". */
static char *run_benchmark(const struct wire_flow_run *info)
{
	char *benchmark = xstrdup(info->name);

	benchmark[strcspn(benchmark, " ")] = '\0';
	return benchmark;
}

/* Whether the pattern matches the whole name of the run, or the name of its benchmark. */
static bool run_matches(const char *pattern, const struct wire_flow_run *info)
{
	char *benchmark = run_benchmark(info);
	bool matches = text_glob(pattern, info->name) || text_glob(pattern, benchmark);

	free(benchmark);
	return matches;
}

static bool is_run(const struct flow_log *log, const char *pattern)
{
	for (size_t i = 0; i < log->runs.count; i++) {
		if (run_matches(pattern, &log->runs.items[i].info))
			return true;
	}
	return false;
}

static bool has_name(const struct flow_names *names, const char *pattern)
{
	for (size_t i = 0; i < names->count; i++) {
		if (text_glob(pattern, names->items[i].name))
			return true;
	}
	return false;
}

/* "-" stands for no thread, and for a thread without a name. */
static bool is_thread(const struct flow_log *log, const char *pattern)
{
	return has_name(&log->threads, pattern) || text_glob(pattern, "-");
}

static bool is_object(const struct flow_log *log, const char *pattern)
{
	return has_name(&log->objects, pattern);
}

/* Whether each pattern matches a name of the log; prints a message if not. */
static bool check_patterns(const struct flow_log *log, const struct patterns *patterns,
			   bool (*is_known)(const struct flow_log *, const char *),
			   const char *noun)
{
	for (size_t i = 0; i < patterns->count; i++) {
		if (!is_known(log, patterns->items[i])) {
			warnx("'%s': the log has no %s of that name", patterns->items[i], noun);
			return false;
		}
	}
	return true;
}

static bool check_names(const struct flow_filter *filter, const struct flow_log *log)
{
	return check_patterns(log, &filter->runs, is_run, "run") &&
	       check_patterns(log, &filter->threads, is_thread, "thread") &&
	       check_patterns(log, &filter->objects, is_object, "object");
}

/* Whether any is selected; prints a message if not. */
static bool has_picked(const uint8_t *picked, size_t count, const char *noun)
{
	if (memchr(picked, 1, count) != NULL)
		return true;
	warnx("no %s of the log is selected", noun);
	return false;
}

/* ---- Interactions ---- */

/* "N" or "N-M". */
static bool parse_range(const char *text, unsigned long *first, unsigned long *last)
{
	char *copy = xstrdup(text), *dash;
	bool is_good;

	dash = strchr(copy, '-');
	if (dash != NULL)
		*dash = '\0';
	is_good = text_number(copy, first) && text_number(dash != NULL ? dash + 1 : copy, last);
	free(copy);
	return is_good && *first >= 1 && *first <= *last;
}

static bool pick_numbers(const struct flow_filter *filter, uint8_t *picked, size_t count)
{
	if (filter->interactions.count == 0)
		memset(picked, 1, count);
	for (size_t i = 0; i < filter->interactions.count; i++) {
		unsigned long first, last;

		if (!parse_range(filter->interactions.items[i], &first, &last) || last > count) {
			warnx("--interaction %s: not N or N-M of 1 to %zu",
			      filter->interactions.items[i], count);
			return false;
		}
		for (; first <= last; first++)
			picked[first - 1] = 1;
	}
	return true;
}

static bool is_picked_run(const struct patterns *patterns, const struct wire_flow_run *info)
{
	size_t i = 0;

	while (i < patterns->count && !run_matches(patterns->items[i], info))
		i++;
	return i < patterns->count;
}

bool flow_filter_picks_run(const struct flow_filter *filter, const struct wire_flow_run *info)
{
	return filter->runs.count == 0 || is_picked_run(&filter->runs, info);
}

static void drop_not_using(struct flow_expr *expr, struct flow_session *session, uint8_t *picked)
{
	struct flow_graph graph = {0};
	struct flow_usage use = {0};

	for (size_t i = 0; i < session->interactions.items.count; i++) {
		struct flow_interaction *item = &session->interactions.items.items[i];

		if (!picked[i])
			continue;
		flow_expr_enter_run(expr, &use, session->log, item->run);
		picked[i] = flow_graph_make(&session->interactions, item, &graph) &&
			    flow_expr_held_in(expr, &use, &graph);
	}
	flow_use_free(&use);
	flow_graph_free(&graph);
}

uint8_t *flow_filter_interactions(const struct flow_filter *filter, struct flow_session *session)
{
	size_t count = session->interactions.items.count;
	uint8_t *picked = xcalloc(count + 1, 1);
	struct flow_expr expr = {0};

	if (filter->to == FLOW_TO_RESPONSE)
		flow_interactions_end_at_response(&session->interactions);
	if (!check_names(filter, session->log) || !pick_numbers(filter, picked, count) ||
	    (filter->using != NULL && !flow_filter_parse(&expr, filter->using, session->log))) {
		free(picked);
		return NULL;
	}
	for (size_t i = 0; filter->runs.count > 0 && i < session->interactions.items.count; i++) {
		uint32_t run = session->interactions.items.items[i].run;

		if (!flow_filter_picks_run(filter, &session->log->runs.items[run].info))
			picked[i] = 0;
	}
	if (filter->using != NULL)
		drop_not_using(&expr, session, picked);
	flow_expr_free(&expr);
	if (!filter_picks_interactions(filter) || has_picked(picked, count, "interaction"))
		return picked;
	free(picked);
	return NULL;
}

/* ---- Events ---- */

static bool names_object(const struct flow_filter *filter, const struct flow_log *log, uint32_t run,
			 const struct flow_event *event)
{
	const struct flow_named *object = flow_names_find(&log->objects, run, event->node,
							  event->object);

	return object != NULL && patterns_match(&filter->objects, object->name);
}

static bool is_of_thread(const struct flow_filter *filter, const struct flow_log *log, uint32_t run,
			 const struct flow_event *event)
{
	const struct flow_named *thread = flow_names_find(&log->threads, run, event->node,
							  event->thread);

	return patterns_match(&filter->threads, thread != NULL ? thread->name : "-");
}

bool flow_filter_matches(const struct flow_filter *filter, const struct flow_log *log, uint32_t run,
			 const struct flow_event *event)
{
	const char *kind = flow_kind_name(event->kind);

	return (filter->selected_kinds.count == 0 ||
		patterns_match(&filter->selected_kinds, kind)) &&
	       !patterns_match(&filter->dropped_kinds, kind) &&
	       (filter->threads.count == 0 || is_of_thread(filter, log, run, event)) &&
	       (filter->objects.count == 0 || names_object(filter, log, run, event));
}

static void drop_unwanted(const struct flow_filter *filter, const struct flow_session *session,
			  uint8_t *events)
{
	size_t i = 0;

	for (uint32_t run = 0; run < session->log->runs.count; run++) {
		for (; i < session->order.run_ends[run]; i++) {
			uint32_t index = session->order.events[i];

			if (events[index] && !flow_filter_matches(filter, session->log, run,
							       &session->log->events.items[index]))
				events[index] = 0;
		}
	}
}

uint8_t *flow_filter_events(const struct flow_filter *filter, struct flow_session *session)
{
	uint8_t *picked = flow_filter_interactions(filter, session), *events;

	if (picked == NULL)
		return NULL;
	events = xcalloc(session->log->events.count + 1, 1);
	if (filter_picks_interactions(filter)) {
		const struct flow_interactions *interactions = &session->interactions;

		for (size_t i = 0; i < interactions->items.count; i++) {
			const struct flow_interaction *item = &interactions->items.items[i];
			uint32_t index = item->first;

			for (uint32_t n = 0; picked[i] && n < item->count; n++) {
				events[index] = 1;
				index = interactions->next[index];
			}
		}
	} else {
		memset(events, 1, session->log->events.count);
	}
	drop_unwanted(filter, session, events);
	free(picked);
	if (!flow_filter_has_condition(filter) ||
	    has_picked(events, session->log->events.count, "event"))
		return events;
	free(events);
	return NULL;
}
