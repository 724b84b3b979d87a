/* SPDX-License-Identifier: MIT */
/* Random networks with a known critical path. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "tests/flow/random.h"
#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/gain.h"
#include "tools/flow/near.h"
#include "tools/flow/speedup.h"

#define RANDOM_NETWORKS (unit_trials(1000, 10000))
#define RANDOM_EVENTS 60

/* The sub-task of the arc into vertex i of the path. */
static uint32_t subtask_into(const struct fixture *fixture, size_t i)
{
	const struct flow_vertex *vertex =
		&fixture->graph.vertices.items[fixture->path.vertices.items[i]];
	bool by_second = i > 0 && flow_path_is_by_second(&fixture->graph, &fixture->path, i);

	return fixture->graph.subtasks.items[by_second ? vertex->ended : vertex->subtask].number;
}

static void assert_known_path(struct fixture *fixture, const struct flow_random *made)
{
	size_t known = 0;

	for (size_t i = 0; i < fixture->path.vertices.count; i++) {
		uint32_t subtask = subtask_into(fixture, i);

		if (known > 0 && made->path.items[known - 1] == subtask)
			continue;
		assert_true(known < made->path.count);
		assert_int_equal(made->path.items[known++], subtask);
	}
	assert_int_equal(known, made->path.count);
	assert_int_equal(flow_path_length(&fixture->graph, &fixture->path), made->ticks);
}

static int by_time(const void *a, const void *b)
{
	const struct flow_event *left = a, *right = b;

	return (left->time > right->time) - (left->time < right->time);
}

/* Make a random network and its session. The events are one block of one CPU. */
static void open_random(struct fixture *fixture, uint64_t seed, struct flow_random *made)
{
	struct flow_generator generator = {.log = flow_random_log(1), .cpus = 1};
	struct flow_log *log = generator.log;
	const struct flow_stream stream = {.is_closed = true};
	struct flow_block block = {0};

	*fixture = (struct fixture){0};
	rng_seed(&generator.rng, seed);
	flow_random_make(&generator, 1000, RANDOM_EVENTS, 1, made);
	qsort(log->events.items, log->events.count, sizeof(*log->events.items), by_time);
	block.count = (uint32_t)log->events.count;
	FLOW_LIST_ADD(log->blocks, block);
	FLOW_LIST_ADD(log->streams, stream);
	log->streams.items[0].sent = block.count;
	flow_session_begin(&fixture->session, log);
	assert_int_equal(fixture->session.interactions.items.count, 1);
	assert_true(flow_graph_make(&fixture->session.interactions, fixture_interaction(fixture, 0),
				   &fixture->graph));
	assert_true(flow_path_find(&fixture->graph, &fixture->path));
}

TEST(known_path_of_every_random_network_is_found)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS; seed++) {
		open_random(&fixture, seed, &made);
		assert_known_path(&fixture, &made);
		assert_int_equal(flow_path_length(&fixture.graph, &fixture.path),
				 flow_graph_response(&fixture.graph));
		fixture_close(&fixture);
	}
	free(made.path.items);
}

static bool is_on_path(const struct fixture *fixture, const struct fixture_cut *arc)
{
	const struct flow_path *path = &fixture->path;

	for (size_t i = 1; i < path->vertices.count; i++) {
		if (path->vertices.items[i] == arc->vertex)
			return flow_path_is_by_second(&fixture->graph, path, i) == arc->is_second;
	}
	return false;
}

static void assert_gains(struct fixture *fixture, struct fixture_cut arc, uint64_t *earliest)
{
	uint64_t response = flow_graph_response(&fixture->graph), shortened;

	arc.ticks = UINT64_MAX;
	shortened = flow_path_response_if(&fixture->graph, fixture_cut_one, &arc, earliest);
	if (is_on_path(fixture, &arc))
		assert_true(shortened <= response);
	else
		assert_int_equal(shortened, response);
}

TEST(speedup_of_an_arc_off_the_path_gains_nothing)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS / 50; seed++) {
		uint64_t *earliest;

		open_random(&fixture, seed, &made);
		earliest = calloc(fixture.graph.vertices.count, sizeof(*earliest));
		assert_non_null(earliest);
		for (uint32_t i = 1; i < fixture.graph.vertices.count; i++) {
			assert_gains(&fixture, (struct fixture_cut){.vertex = i}, earliest);
			if (flow_vertex_is_join(&fixture.graph.vertices.items[i]))
				assert_gains(&fixture, (struct fixture_cut){i, true, 0}, earliest);
		}
		free(earliest);
		fixture_close(&fixture);
	}
	free(made.path.items);
}

/* The slack of the next path is the largest reduction of the path before a join, as limited by the
 * join's other side. */
TEST(speedup_of_the_path_beyond_the_slack_gains_the_slack)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS / 50; seed++) {
		uint64_t *earliest;
		struct near_path near;
		struct fixture_cut cut = {.ticks = UINT64_MAX};

		open_random(&fixture, seed, &made);
		earliest = calloc(fixture.graph.vertices.count, sizeof(*earliest));
		assert_non_null(earliest);
		if (flow_near_find(&fixture.graph, &fixture.path, &near, 1) == 1) {
			uint64_t gain;

			cut.vertex = near.returns;
			cut.is_second = !is_on_path(&fixture, &cut);
			gain = flow_graph_response(&fixture.graph) -
			       flow_path_response_if(&fixture.graph, fixture_cut_one, &cut,
						     earliest);
			assert_true(gain <= near.slack);
		}
		free(earliest);
		fixture_close(&fixture);
	}
	free(made.path.items);
}

static uint64_t shortened_by(const struct fixture *fixture, unsigned long percent)
{
	struct flow_speedup speedup = {.percent = percent};
	uint64_t parts[FLOW_PARTS], sum = 0, response;

	assert_null(flow_expr_parse(&speedup.state, ""));
	response = flow_speedup_response(&speedup, &fixture->graph, parts);
	for (size_t i = 0; i < FLOW_PARTS; i++)
		sum += parts[i];
	assert_int_equal(sum, response);
	flow_speedup_free(&speedup);
	return response;
}

/* The empty expression holds for every state, so for both arcs into a join. */
TEST(speedup_of_all_states_shortens_every_arc)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS / 50; seed++) {
		uint64_t response, half;

		open_random(&fixture, seed, &made);
		response = flow_graph_response(&fixture.graph);
		assert_int_equal(shortened_by(&fixture, 0), response);
		half = shortened_by(&fixture, 50);
		assert_true(half >= response / 2);
		assert_true(half <= response / 2 + fixture.graph.vertices.count);
		assert_int_equal(shortened_by(&fixture, 100), 0);
		fixture_close(&fixture);
	}
	free(made.path.items);
}

/* Each arc is reduced to nothing, one at a time. */
TEST(gains_of_all_arcs_equal_separate_evaluations)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < 500; seed++) {
		const struct flow_path *path = &fixture.path;
		uint64_t *gains, *earliest;

		open_random(&fixture, seed, &made);
		gains = calloc(path->vertices.count, sizeof(*gains));
		earliest = calloc(fixture.graph.vertices.count, sizeof(*earliest));
		assert_true(gains != NULL && earliest != NULL);
		flow_gains_find(&fixture.graph, path, gains);
		assert_int_equal(gains[0], 0);
		for (size_t i = 1; i < path->vertices.count; i++) {
			struct fixture_cut arc = {
				path->vertices.items[i],
				flow_path_is_by_second(&fixture.graph, path, i), UINT64_MAX,
			};

			assert_int_equal(gains[i], flow_graph_response(&fixture.graph) -
				flow_path_response_if(&fixture.graph, fixture_cut_one, &arc,
						      earliest));
		}
		free(gains);
		free(earliest);
		fixture_close(&fixture);
	}
	free(made.path.items);
}

/* ---- The longest paths ---- */

#define PATHS_MAX 4096

struct lengths {
	uint64_t items[PATHS_MAX];
	size_t count;
};

/* Add every path from the source to a vertex, continued by the given ticks to the last sink. */
static void add_all_paths(const struct flow_graph *graph, uint32_t at, uint64_t ticks,
			  struct lengths *lengths)
{
	const struct flow_vertex *vertex = &graph->vertices.items[at];

	if (vertex->prev == FLOW_NONE) {
		if (lengths->count < PATHS_MAX)
			lengths->items[lengths->count++] = ticks;
		return;
	}
	add_all_paths(graph, vertex->prev, ticks + flow_arc_ticks(graph, vertex, false), lengths);
	if (flow_vertex_is_join(vertex))
		add_all_paths(graph, vertex->second, ticks + flow_arc_ticks(graph, vertex, true),
			      lengths);
}

static int longest_first(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left < *right) - (*left > *right);
}

static uint64_t marked_ticks(const struct flow_graph *graph, const uint8_t *marks)
{
	uint64_t ticks = 0;

	for (uint32_t i = 0; i < graph->vertices.count; i++) {
		if (marks[i] != 0)
			ticks += flow_arc_ticks(graph, &graph->vertices.items[i], marks[i] == 2);
	}
	return ticks;
}

static void assert_longest_paths(const struct fixture *fixture)
{
	const struct flow_graph *graph = &fixture->graph;
	uint8_t *marks = calloc(graph->vertices.count, 1);
	struct near_path near[10];
	struct lengths lengths = {.count = 0};
	size_t count = flow_near_find(graph, &fixture->path, near, COUNT(near));

	assert_non_null(marks);
	add_all_paths(graph, graph->final, 0, &lengths);
	assert_true(lengths.count < PATHS_MAX);
	qsort(lengths.items, lengths.count, sizeof(*lengths.items), longest_first);
	assert_int_equal(lengths.items[0], flow_graph_response(graph));
	assert_int_equal(count, lengths.count - 1 < COUNT(near) ? lengths.count - 1 : COUNT(near));
	for (size_t i = 0; i < count; i++) {
		flow_near_mark(graph, near, i, marks);
		assert_int_equal(lengths.items[0] - near[i].slack, lengths.items[i + 1]);
		assert_int_equal(marked_ticks(graph, marks), lengths.items[i + 1]);
	}
	free(marks);
}

/* Compared with a list of all paths, which is possible for small networks. */
TEST(longest_paths_are_found_in_order)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < 500; seed++) {
		open_random(&fixture, seed, &made);
		assert_longest_paths(&fixture);
		fixture_close(&fixture);
	}
	free(made.path.items);
}

/* ---- Ties ---- */

#define TIE_CPUS 3

static int by_cpu_and_time(const void *a, const void *b)
{
	const struct flow_event *left = a, *right = b;

	return left->cpu != right->cpu ? left->cpu - right->cpu : by_time(a, b);
}

/* The random network of a seed, recorded by several CPUs with a coarse clock. */
static void open_coarse(struct fixture *fixture, uint64_t seed, uint64_t tick,
			struct flow_random *made)
{
	struct flow_generator generator = {.log = flow_random_log(TIE_CPUS), .cpus = TIE_CPUS};
	struct flow_log *log = generator.log;
	uint32_t at = 0;

	*fixture = (struct fixture){0};
	rng_seed(&generator.rng, seed);
	flow_random_make(&generator, 1000, RANDOM_EVENTS, 1, made);
	qsort(log->events.items, log->events.count, sizeof(*log->events.items), by_cpu_and_time);
	for (uint8_t cpu = 0; cpu < TIE_CPUS; cpu++) {
		struct flow_block block = {.stream = cpu, .start = at};
		struct flow_stream stream = {.cpu = cpu, .is_closed = true};

		for (; at < log->events.count && log->events.items[at].cpu == cpu; at++)
			log->events.items[at].time -= log->events.items[at].time % tick;
		block.count = at - block.start;
		stream.sent = block.count;
		FLOW_LIST_ADD(log->streams, stream);
		if (block.count > 0)
			FLOW_LIST_ADD(log->blocks, block);
	}
	flow_session_begin(&fixture->session, log);
}

TEST(equal_times_on_several_cpus_keep_networks_complete)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < 1000; seed++) {
		open_coarse(&fixture, seed, 1 + seed % 100, &made);
		assert_int_equal(fixture.session.interactions.items.count, 1);
		assert_true(flow_graph_make(&fixture.session.interactions,
					    fixture_interaction(&fixture, 0), &fixture.graph));
		assert_true(flow_path_find(&fixture.graph, &fixture.path));
		assert_int_equal(flow_path_length(&fixture.graph, &fixture.path),
				 flow_graph_response(&fixture.graph));
		fixture_close(&fixture);
	}
	free(made.path.items);
}
