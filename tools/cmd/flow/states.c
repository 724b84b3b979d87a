/* SPDX-License-Identifier: MIT */
/* `bareline flow states`: sums the time of critical paths by state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/round.h"
#include "tools/base/ticks.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/flow/nodes/open.h"
#include "tools/topic/flow/flow.h"

/* PERIOD[:PHASE] */
struct sample_option {
	bool is_given, is_random;
	unsigned long period_ns, phase_ns;
};

struct states {
	struct flow_session session;
	struct flow_filter filter;
	struct table_output output;
	struct sample_option sample;
	struct patterns texts;          /* requested states */
	struct flow_expr exprs[PATTERNS_MAX];
};

static const struct option_spec state_options[] = {
	{.name = "state", .kind = OPTION_PATTERN, .argument = "EXPR",
	 .help = "print the time in this state: names of objects in use, combined with and, or, "
		 "not and parentheses; may be repeated"},
	{0},
};

/* The phase must be shorter than the period, or "random". */
static bool take_sample(void *to, const char *value, struct option_problem *problem)
{
	struct sample_option *sample = to;
	const char *colon = strchrnul(value, ':');
	char *period = xstrndup(value, (size_t)(colon - value));
	const char *phase = *colon == ':' ? colon + 1 : "0ns";

	*sample = (struct sample_option){
		.is_given = true, .is_random = strcmp(phase, "random") == 0,
	};
	if (!text_duration(period, &sample->period_ns) || sample->period_ns == 0 ||
	    (!sample->is_random && !text_duration(phase, &sample->phase_ns)))
		sample->is_given = false;
	free(period);
	if (!sample->is_given)
		return option_refuse(problem, OPTION_TIME_WRONG);
	if (sample->phase_ns >= sample->period_ns)
		return option_refuse(problem, "phase is not shorter than the period");
	return true;
}

static const struct option_spec sample_options[] = {
	{.name = "sample", .kind = OPTION_CALL, .argument = "PERIOD[:PHASE]", .call = take_sample,
	 .help = "also sample the states once per PERIOD, such as 100us, and print exact "
		 "intervals and the true shares; PHASE is the time of the first sample (0), or "
		 "\"random\" for a random time in each period"},
	{0},
};

static const struct option_group groups[] = {
	{.options = state_options, .offset = offsetof(struct states, texts)},
	{.options = sample_options, .offset = offsetof(struct states, sample)},
	{.options = flow_interaction_options, .offset = offsetof(struct states, filter)},
	{.options = table_options, .offset = offsetof(struct states, output)},
	{.options = replace_options},
	{0},
};

/* ---- Samples ---- */

/* If the log's tick length is unknown, prints a message and returns false. */
static bool make_sampling(const struct states *states, struct flow_sampling *sampling)
{
	double hz = (double)states->session.log->manifest.tsc_hz;

	*sampling = (struct flow_sampling){
		.period = round_u64(
			time_ticks((double)states->sample.period_ns, hz, NS_PER_SECOND)),
		.phase = round_u64(
			time_ticks((double)states->sample.phase_ns, hz, NS_PER_SECOND)),
		.is_random = states->sample.is_random,
	};
	if (sampling->period == 0)
		fprintf(stderr, "--sample: tick length is missing in the log, or the period is "
				"shorter than a tick\n");
	return sampling->period > 0;
}

/* Add the states of a call without --state: all objects, up to the limit. */
static void add_objects(struct states *states, struct tables *tables)
{
	const struct flow_log *log = states->session.log;
	struct patterns *texts = &states->texts;

	for (size_t i = 0; i < log->objects.count && texts->count < PATTERNS_MAX; i++) {
		const char *name = log->objects.items[i].name, *text;
		size_t before = 0;

		while (strcmp(log->objects.items[before].name, name) != 0)
			before++;
		if (before < i || strpbrk(name, "\"*?") != NULL)
			continue;
		text = tables_text(tables, "\"%s\"", name);
		if (flow_filter_parse(&states->exprs[texts->count], text, log))
			texts->items[texts->count++] = text;
	}
}

/* ---- The command ---- */

/* The filter evaluates --filter, so that it combines with run and number. */
static bool flow_states_write(struct states *states, const uint8_t *picked,
			      const struct flow_sampling *sampling)
{
	const struct flow_states_request request = {
		.picked = picked,
		.texts = states->texts.items,
		.states = states->exprs,
		.state_count = states->texts.count,
	};
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_flow_title(&tables, &states->session, "Critical-path time by state");
	topic_flow_states(&tables, &states->session, &request);
	if (states->sample.is_given) {
		struct flow_states_request sampled = request;

		if (request.state_count == 0)
			add_objects(states, &tables);
		sampled.state_count = states->texts.count;
		topic_flow_sampled(&tables, &states->session, &sampled, sampling);
	}
	flow_session_write_faults(&states->session);
	good = table_output_write(&states->output, &tables);
	tables_free(&tables);
	return good;
}

static bool parse_states(struct states *states)
{
	for (size_t i = 0; i < states->texts.count; i++) {
		if (!flow_filter_parse(&states->exprs[i], states->texts.items[i],
				       states->session.log))
			return false;
	}
	return true;
}

static int flow_states_run(int argc, char **argv)
{
	struct states states = {.output.all = true};
	struct flow_sampling sampling = {0};
	uint8_t *picked = NULL;
	int status = EXIT_USAGE;

	arguments_parse(&flow_states_command, &states, argc, argv);
	if (!flow_nodes_open(&states.session, argv + 1))
		return EXIT_USAGE;
	if ((!states.sample.is_given || make_sampling(&states, &sampling)) && parse_states(&states))
		picked = flow_filter_interactions(&states.filter, &states.session);
	if (picked != NULL)
		status = flow_states_write(&states, picked, &sampling) ? EXIT_GOOD : EXIT_MACHINE;
	free(picked);
	for (size_t i = 0; i < states.texts.count; i++)
		flow_expr_free(&states.exprs[i]);
	flow_session_close(&states.session);
	return status;
}

const struct command flow_states_command = {
	.name = "bareline flow states",
	.summary = "sum the time in composite states over a set of interactions",
	.usage = "[OPTION]... LOG...",
	.about = "Sum, over a set of interactions, the time that their critical paths spent in "
		 "composite states, and its share of the response times. Without --state: the "
		 "time that each object was in use, alone or with others, and the time in each "
		 "combination, which add up to the response times.\n"
		 "With --sample: print what a monitor that samples the objects in use would "
		 "report, and whether its intervals contain the true value.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = flow_states_run,
};
