/* `bareline flow states`: what the critical paths of a set of interactions spend their time on. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/filter.h"
#include "tools/flow/sums.h"

/* One combination of objects in use, by their indices in the log. */
struct combination {
	uint32_t *objects;
	size_t count;
	uint64_t ticks;
};

struct states {
	struct flow_session session;
	struct flow_filter filter;
	struct out *out;
	struct patterns texts; /* the states asked for */
	struct flow_expr exprs[PATTERNS_MAX];
	uint32_t *namesakes;            /* by index in the log: the first object called the same */
	uint64_t *object_ticks;         /* by index in the log, of these first ones */
	FLOW_LIST(struct combination) combinations;
	FLOW_LIST(uint32_t) in_use;      /* of the arc at hand */
	uint64_t response_ticks;
};

static const struct option_spec state_options[] = {
	{.name = "state",
	 .kind = OPTION_PATTERN,
	 .argument = "EXPR",
	 .help = "names of objects in use, with and, or, not and parentheses; may be repeated"},
	{0},
};

static const struct option_group groups[] = {
	{.options = state_options, .offset = offsetof(struct states, texts)},
	{.options = flow_interaction_options, .offset = offsetof(struct states, filter)},
	{0},
};

static void write_ticks(const struct states *states, uint64_t ticks, const char *separator)
{
	out_format(states->out, "%20" PRIu64 "%7.1f%%%s", ticks,
		   states->response_ticks > 0
			   ? 100.0 * (double)ticks / (double)states->response_ticks : 0.0,
		   separator);
}

static void flow_states_write_sums(struct states *states, const struct flow_sums *sums)
{
	states->response_ticks = sums->response_ticks;
	out_format(states->out, "%" PRIu64 " interactions\n               ticks   share  state\n",
		   sums->interactions);
	write_ticks(states, sums->response_ticks, "  response time\n");
	for (size_t i = 0; i < states->texts.count; i++) {
		write_ticks(states, sums->state_ticks[i], "  ");
		out_text(states->out, states->texts.items[i]);
		out_char(states->out, '\n');
	}
}

/* ---- Without expressions: all objects ---- */

/* For qsort, which hands no context to its comparison. */
static const struct flow_object *sorted_objects;

static int by_name(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	const struct flow_object *first = &sorted_objects[left], *second = &sorted_objects[right];
	int order = strcmp(first->name, second->name);

	if (order == 0)
		order = first->node - second->node;
	return order != 0 ? order : (left > right) - (left < right);
}

static bool are_namesakes(uint32_t a, uint32_t b)
{
	return sorted_objects[a].node == sorted_objects[b].node &&
		strcmp(sorted_objects[a].name, sorted_objects[b].name) == 0;
}

/* Every run has objects of its own; those called the same count as one. */
static void find_namesakes(struct states *states)
{
	size_t count = states->session.log->objects.count;
	uint32_t *order = xcalloc(count + 1, sizeof(*order)), first = 0;

	states->namesakes = xcalloc(count + 1, sizeof(*states->namesakes));
	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	sorted_objects = states->session.log->objects.items;
	if (count > 0)
		qsort(order, count, sizeof(*order), by_name);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || !are_namesakes(first, order[i]))
			first = order[i];
		states->namesakes[order[i]] = first;
	}
	free(order);
}

static struct combination *combination_of(struct states *states)
{
	size_t bytes = states->in_use.count * sizeof(*states->in_use.items);
	struct combination added = {.count = states->in_use.count};

	for (size_t i = 0; i < states->combinations.count; i++) {
		struct combination *known = &states->combinations.items[i];

		if (known->count == added.count &&
		    (bytes == 0 || memcmp(known->objects, states->in_use.items, bytes) == 0))
			return known;
	}
	added.objects = xmalloc(bytes + 1);
	if (bytes > 0)
		memcpy(added.objects, states->in_use.items, bytes);
	FLOW_LIST_ADD(states->combinations, added);
	return &states->combinations.items[states->combinations.count - 1];
}

/* Add an object to those in use, in ascending order. Returns whether it was not there. */
static bool add_in_use(struct states *states, uint32_t object)
{
	size_t at = states->in_use.count;

	while (at > 0 && states->in_use.items[at - 1] > object)
		at--;
	if (at > 0 && states->in_use.items[at - 1] == object)
		return false;
	FLOW_LIST_ADD(states->in_use, object);
	memmove(states->in_use.items + at + 1, states->in_use.items + at,
		(states->in_use.count - 1 - at) * sizeof(object));
	states->in_use.items[at] = object;
	return true;
}

static void flow_states_add_arc(void *context, const struct flow_usage *use, flow_state state,
				uint64_t ticks)
{
	struct states *states = context;

	states->in_use.count = 0;
	for (size_t bit = 0; bit < use->objects.count; bit++) {
		uint32_t object = states->namesakes[use->objects.items[bit]];

		if (flow_state_has(state, bit) && add_in_use(states, object))
			states->object_ticks[object] += ticks;
	}
	combination_of(states)->ticks += ticks;
}

static int by_ticks(const void *a, const void *b)
{
	const struct combination *left = a, *right = b;

	return (left->ticks < right->ticks) - (left->ticks > right->ticks);
}

static void write_object_name(const struct states *states, uint32_t index)
{
	const struct flow_object *object = &states->session.log->objects.items[index];
	char text[FLOW_NAME_MAX];

	flow_object_text(text, states->session.log, object->run, object->node, object->number);
	out_text(states->out, text);
}

static void write_combinations(struct states *states)
{
	out_text(states->out, "\n               ticks   share  all that is in use\n");
	if (states->combinations.count > 0)
		qsort(states->combinations.items, states->combinations.count,
		      sizeof(*states->combinations.items), by_ticks);
	for (size_t i = 0; i < states->combinations.count; i++) {
		const struct combination *combination = &states->combinations.items[i];

		if (combination->ticks == 0)
			break;
		write_ticks(states, combination->ticks,
			    combination->count == 0 ? "  nothing" : " ");
		for (size_t j = 0; j < combination->count; j++) {
			out_char(states->out, ' ');
			write_object_name(states, combination->objects[j]);
		}
		out_char(states->out, '\n');
	}
}

static void flow_states_write_objects(struct states *states)
{
	out_text(states->out, "\n               ticks   share  object in use\n");
	for (uint32_t i = 0; i < states->session.log->objects.count; i++) {
		if (states->object_ticks[i] == 0)
			continue;
		write_ticks(states, states->object_ticks[i], "  ");
		write_object_name(states, i);
		out_char(states->out, '\n');
	}
	write_combinations(states);
	for (size_t i = 0; i < states->combinations.count; i++)
		free(states->combinations.items[i].objects);
}

/* ---- The command ---- */

/* `using` is looked at by the filter, so that it may be given with run and number. */
static void flow_states_write(struct states *states, const uint8_t *picked)
{
	bool all_objects = states->texts.count == 0;
	uint64_t state_ticks[PATTERNS_MAX];
	struct flow_sums sums = {.state_ticks = state_ticks};
	const struct flow_sums_request request = {
		.picked = picked,
		.run = FLOW_NONE,
		.states = states->exprs,
		.state_count = states->texts.count,
		.visit = all_objects ? flow_states_add_arc : NULL,
		.all_objects = all_objects,
		.context = states,
	};

	states->object_ticks = xcalloc(states->session.log->objects.count + 1,
				       sizeof(*states->object_ticks));
	find_namesakes(states);
	flow_sums_make(&states->session, &request, &sums);
	flow_states_write_sums(states, &sums);
	if (all_objects)
		flow_states_write_objects(states);
	free(states->object_ticks);
	free(states->namesakes);
	free(states->combinations.items);
	free(states->in_use.items);
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

static int flow_states_session(struct states *states, const char *path)
{
	uint8_t *picked = NULL;
	int status = EXIT_USAGE;

	if (!flow_session_open(&states->session, path))
		return EXIT_USAGE;
	states->out = xmalloc(sizeof(*states->out));
	out_begin(states->out, stdout);
	if (parse_states(states))
		picked = flow_filter_interactions(&states->filter, &states->session);
	if (picked != NULL) {
		flow_states_write(states, picked);
		flow_session_write_faults(&states->session);
		status = out_end(states->out) ? EXIT_GOOD : EXIT_MACHINE;
	}
	free(picked);
	free(states->out);
	for (size_t i = 0; i < states->texts.count; i++)
		flow_expr_free(&states->exprs[i]);
	flow_session_close(&states->session);
	return status;
}

static int flow_states_run(int argc, char **argv)
{
	struct states states = {0};

	arguments_parse(&flow_states_command, &states, argc, argv);
	return flow_states_session(&states, argv[1]);
}

const struct command flow_states_command = {
	.name = "bareline flow states",
	.summary = "time in composite states, over any set of interactions",
	.usage = "[OPTION]... LOG",
	.about = "Sum, over a set of interactions, the time that their critical paths were in "
		 "composite states, and its share of their response times. Without --state: the "
		 "time that each object was in use, in any combination with others; and the time "
		 "spent in each combination, which adds up to the response times.",
	.groups = groups,
	.operands_min = 1,
	.operands_max = 1,
	.run = flow_states_run,
};
