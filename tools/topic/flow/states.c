/* SPDX-License-Identifier: MIT */
/* Time by state on the critical paths of a set of interactions. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/flow/sums.h"
#include "tools/topic/flow/flow.h"

/* A combination of objects in use, by their indices in the log. */
struct combination {
	uint32_t *objects;
	size_t count;
	uint64_t ticks;
	uint32_t next; /* next combination with the same hash, + 1; 0: none */
};

struct states {
	struct tables *tables;
	struct flow_session *session;
	uint64_t response_ticks;
	uint32_t *namesakes;    /* by index in the log: the first object of the same name */
	uint64_t *object_ticks; /* by index in the log, only for these first objects */
	FLOW_LIST(struct combination) combinations;
	struct number_map places; /* hash to the last combination with it, + 1 */
	FLOW_LIST(uint32_t) in_use; /* of the current arc */
};

static struct table *flow_states_begin(const struct states *states, const char *name,
				       const char *title, const char *what)
{
	const struct column columns[] = {
		{"time", COLUMN_COUNT, 0, NULL, "ticks"},
		{"share", COLUMN_SHARE, 0, NULL, NULL},
		{"state", COLUMN_TEXT, 0, what, NULL},
	};
	struct column *kept = tables_allocate(states->tables, COUNT(columns), sizeof(*kept));

	memcpy(kept, columns, sizeof(columns));
	return table_begin(states->tables, "", name, title, kept, COUNT(columns));
}

static void flow_states_add(const struct states *states, struct table *table, uint64_t ticks,
			    const char *state)
{
	table_row(table);
	cell_count(table_at(table, "time"), ticks);
	cell_number(table_at(table, "share"), states->response_ticks > 0
				   ? (double)ticks / (double)states->response_ticks
				   : 0);
	cell_string(table_at(table, "state"), state);
}

static void flow_states_add_sums(struct states *states, const struct flow_states_request *request,
				 const struct flow_sums *sums)
{
	struct table *table = flow_states_begin(
		states, "states",
		tables_text(states->tables, "Response time of %" PRIu64 " interactions, in ticks",
			    sums->interactions),
		NULL);

	flow_states_add(states, table, sums->response_ticks, "response time");
	for (size_t i = 0; i < request->state_count; i++)
		flow_states_add(states, table, sums->state_ticks[i], request->texts[i]);
}

/* ---- Without expressions: all objects ---- */

static int compare_names(const struct flow_named *first, const struct flow_named *second)
{
	int order = strcmp(first->name, second->name);

	return order != 0 ? order : first->node - second->node;
}

static int flow_states_by_name(const void *a, const void *b, void *context)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	const struct flow_named *objects = context;
	int order = compare_names(&objects[left], &objects[right]);

	return order != 0 ? order : (left > right) - (left < right);
}

/* Each run has its own objects. Objects of the same name are counted as one. */
static void flow_states_find_namesakes(struct states *states)
{
	struct flow_named *objects = states->session->log->objects.items;
	size_t count = states->session->log->objects.count;
	uint32_t *order = tables_allocate(states->tables, count, sizeof(*order)), first = 0;

	states->namesakes = tables_allocate(states->tables, count, sizeof(*states->namesakes));
	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	qsort_r(order, count, sizeof(*order), flow_states_by_name, objects);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || compare_names(&objects[first], &objects[order[i]]) != 0)
			first = order[i];
		states->namesakes[order[i]] = first;
	}
}

/* Fowler, Noll and Vo, "The FNV Non-Cryptographic Hash Algorithm": 64 bits, variant 1a, with
 * objects in place of bytes. Never 0, which is not a valid map key. */
static uint64_t flow_states_hash(const struct states *states)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (size_t i = 0; i < states->in_use.count; i++)
		hash = (hash ^ states->in_use.items[i]) * 0x100000001b3u;
	return hash != 0 ? hash : 1;
}

static struct combination *flow_states_combination(struct states *states)
{
	size_t bytes = states->in_use.count * sizeof(*states->in_use.items);
	struct combination added = {.count = states->in_use.count};
	uint64_t hash = flow_states_hash(states);
	uint32_t *last = number_map_find(&states->places, hash);

	if (last != NULL)
		added.next = *last;
	for (uint32_t place = added.next; place != 0;) {
		struct combination *known = &states->combinations.items[place - 1];

		if (known->count == added.count &&
		    (bytes == 0 || memcmp(known->objects, states->in_use.items, bytes) == 0))
			return known;
		place = known->next;
	}
	if (last != NULL)
		*last = (uint32_t)states->combinations.count + 1;
	else
		number_map_add(&states->places, hash, (uint32_t)states->combinations.count + 1);
	added.objects = tables_allocate(states->tables, bytes, 1);
	if (bytes > 0)
		memcpy(added.objects, states->in_use.items, bytes);
	FLOW_LIST_ADD(states->combinations, added);
	return &states->combinations.items[states->combinations.count - 1];
}

/* Add an object to those in use, in ascending order. Returns false if it was already in use. */
static bool flow_states_add_in_use(struct states *states, uint32_t object)
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
				const struct flow_sums_arc *arc)
{
	struct states *states = context;

	states->in_use.count = 0;
	for (size_t bit = 0; bit < use->objects.count; bit++) {
		uint32_t object = states->namesakes[use->objects.items[bit]];

		if (flow_state_has(state, bit) && flow_states_add_in_use(states, object))
			states->object_ticks[object] += arc->ticks;
	}
	flow_states_combination(states)->ticks += arc->ticks;
}

static int flow_states_by_ticks(const void *a, const void *b)
{
	const struct combination *left = a, *right = b;

	return (left->ticks < right->ticks) - (left->ticks > right->ticks);
}

static const char *flow_states_name(const struct states *states, uint32_t index)
{
	const struct flow_log *log = states->session->log;
	const struct flow_named *object = &log->objects.items[index];
	char scratch[FLOW_NAME_MAX];

	return tables_text(states->tables, "%s",
			   flow_object_name(scratch, log, object->run, object->node,
					    object->number));
}

static void flow_states_add_objects(struct states *states)
{
	struct table *table = flow_states_begin(states, "objects", "By object in use, in ticks",
						"object");

	table->note = "Objects in use at the same time count once each.";
	for (uint32_t i = 0; i < states->session->log->objects.count; i++) {
		if (states->object_ticks[i] > 0)
			flow_states_add(states, table, states->object_ticks[i],
					flow_states_name(states, i));
	}
}

static void flow_states_add_combinations(struct states *states)
{
	struct table *table = flow_states_begin(states, "combinations",
						"By combination of objects in use, in ticks",
						"objects in use");

	table->note = "These add up to the response times.";
	if (states->combinations.count > 0)
		qsort(states->combinations.items, states->combinations.count,
		      sizeof(*states->combinations.items), flow_states_by_ticks);
	for (size_t i = 0; i < states->combinations.count; i++) {
		const struct combination *combination = &states->combinations.items[i];

		if (combination->ticks > 0) {
			const char *names = "";

			for (size_t j = 0; j < combination->count; j++)
				names = tables_text(
					states->tables, "%s%s%s", names, j > 0 ? " " : "",
					flow_states_name(states, combination->objects[j]));
			flow_states_add(states, table, combination->ticks,
					names[0] == '\0' ? "nothing" : names);
		}
	}
}

void topic_flow_states(struct tables *tables, struct flow_session *session,
		       const struct flow_states_request *request)
{
	bool all_objects = request->state_count == 0;
	struct states states = {.tables = tables, .session = session};
	struct flow_sums sums = {
		.state_ticks = tables_allocate(tables, request->state_count,
					       sizeof(*sums.state_ticks)),
	};
	const struct flow_sums_request sums_request = {
		.picked = request->picked,
		.run = FLOW_NONE,
		.states = request->states,
		.state_count = request->state_count,
		.visit = all_objects ? flow_states_add_arc : NULL,
		.all_objects = all_objects,
		.context = &states,
	};

	states.object_ticks = tables_allocate(tables, session->log->objects.count,
					      sizeof(*states.object_ticks));
	flow_states_find_namesakes(&states);
	flow_sums_make(session, &sums_request, &sums);
	states.response_ticks = sums.response_ticks;
	flow_states_add_sums(&states, request, &sums);
	if (all_objects) {
		flow_states_add_objects(&states);
		flow_states_add_combinations(&states);
	}
	number_map_free(&states.places);
	free(states.combinations.items);
	free(states.in_use.items);
}
