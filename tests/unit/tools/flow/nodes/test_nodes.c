/* SPDX-License-Identifier: MIT */
/* Joined logs of nodes with injected clock errors: the certain bounds hold, and the paths are
 * true. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "tools/flow/nodes/clocks.h"
#include "tools/flow/nodes/gather.h"
#include "tools/flow/path.h"
#include "tools/flow/session.h"

#define CALLS 40
#define SEEDS 100
#define START 10000000000u      /* times are far from 0 */
#define SPACING 3000000         /* between two calls */
#define DELAY_MIN 15000         /* of a message */
#define NODES_MAX 4

/* A node's clock, as its difference from true time. */
struct injected {
	double offset, drift;
};

struct world {
	struct rng rng;
	struct flow_log *logs[NODES_MAX + 1];   /* by node, from 1 */
	struct injected clocks[NODES_MAX + 1];
	uint32_t sequence[NODES_MAX + 1];
	uint64_t now;                   /* true time */
	uint64_t link_ticks;            /* a message's time on the sending device; 0: no device */
	uint64_t responses[CALLS];
	size_t calls;
};

static uint64_t clock_reading(const struct world *world, uint8_t node, uint64_t now)
{
	const struct injected *clock = &world->clocks[node];

	return now + (uint64_t)llround(clock->offset + clock->drift * (double)(now - START));
}

static void add_event(struct world *world, uint8_t node, uint8_t kind, uint32_t subtask,
		      uint32_t other)
{
	struct flow_log *log = world->logs[node];

	FLOW_LIST_ADD(log->events, ((struct flow_event){
		.time = clock_reading(world, node, world->now), .kind = kind, .subtask = subtask,
		.other = other, .node = node, .thread = 1,
		.flags = kind == FLOW_WAIT ? FLOW_BLOCKED : 0,
	}));
}

static uint32_t new_subtask(struct world *world, uint8_t node)
{
	return flow_subtask(node, ++world->sequence[node]);
}

static void advance_time(struct world *world, uint64_t least)
{
	world->now += least + rng_below(&world->rng, least);
}

/* A message goes from a node. */
static void leave(struct world *world, uint8_t node, uint32_t message)
{
	struct flow_log *log = world->logs[node];

	world->now += world->link_ticks;
	if (world->link_ticks > 0)
		FLOW_LIST_ADD(log->events, ((struct flow_event){
			.time = clock_reading(world, node, world->now), .kind = FLOW_DEVICE_END,
			.subtask = message, .node = node, .object = 1,
		}));
}

/* The receiver of a message asks the next node if it must, then answers. Returns the answer. */
static uint32_t serve(struct world *world, uint8_t node, uint8_t next, uint32_t message)
{
	uint32_t answer = new_subtask(world, node), question, reply;

	advance_time(world, DELAY_MIN);
	add_event(world, node, FLOW_RECEIVE, message, 0);
	advance_time(world, 1000);
	if (next != 0) {
		question = new_subtask(world, node);
		add_event(world, node, FLOW_SEND, message, question);
		add_event(world, node, FLOW_WAIT, message, 0);
		leave(world, node, question);
		reply = serve(world, next, 0, question);
		advance_time(world, DELAY_MIN);
		add_event(world, node, FLOW_RECEIVE_JOIN, message, reply);
		advance_time(world, 1000);
	}
	add_event(world, node, FLOW_SEND, message, answer);
	add_event(world, node, FLOW_FINISH, message, 0);
	leave(world, node, answer);
	return answer;
}

/* Node 1 asks another, which may ask a third. */
static void make_call(struct world *world, uint8_t node, uint8_t next)
{
	uint32_t task = new_subtask(world, 1), message = new_subtask(world, 1), answer;
	uint64_t begin;

	world->now = START + world->calls * SPACING;
	begin = world->now;
	add_event(world, 1, FLOW_ACTION, task, 0);
	add_event(world, 1, FLOW_SEND, task, message);
	add_event(world, 1, FLOW_WAIT, task, 0);
	leave(world, 1, message);
	answer = serve(world, node, next, message);
	advance_time(world, DELAY_MIN);
	add_event(world, 1, FLOW_RECEIVE_JOIN, task, answer);
	advance_time(world, 1000);
	add_event(world, 1, FLOW_FINISH, task, 0);
	world->responses[world->calls++] = world->now - begin;
}

static void begin_world(struct world *world, uint64_t seed, const struct injected *clocks)
{
	memset(world, 0, sizeof(*world));
	rng_seed(&world->rng, seed);
	for (uint8_t node = 1; node <= NODES_MAX; node++) {
		world->logs[node] = flow_log_new("made up", 1);
		world->clocks[node] = clocks[node];
	}
}

/* Each log has one complete block. */
static void seal(struct world *world, uint8_t node)
{
	struct flow_log *log = world->logs[node];
	const struct flow_stream stream = {.node = node,
					   .is_closed = true,
					   .sent = log->events.count};
	const struct flow_block block = {.count = (uint32_t)log->events.count};

	log->runs.items[0].nodes = node;
	log->end_status = "complete";
	FLOW_LIST_ADD(log->streams, stream);
	FLOW_LIST_ADD(log->blocks, block);
	flow_log_sort(log);
}

/* Join the logs of the first nodes into a session, which owns the first log. */
static void join_world(struct world *world, uint8_t nodes, struct flow_session *session)
{
	uint8_t node;

	for (uint8_t i = 1; i <= NODES_MAX; i++)
		seal(world, i);
	for (uint8_t i = 2; i <= nodes; i++)
		assert_true(flow_log_gather(world->logs[1], world->logs[i], &node));
	for (uint8_t i = 2; i <= NODES_MAX; i++)
		flow_log_free(world->logs[i]);
	flow_log_sort(world->logs[1]);
	flow_clocks_set(world->logs[1]);
	flow_session_begin(session, world->logs[1]);
}

/* The correction of a node's clock must equal the injected error within the stated uncertainty. */
static void assert_certain(const struct world *world, const struct flow_log *log, uint8_t node)
{
	const struct flow_clock *clock = &log->clocks.items[node - 1];
	uint64_t middle = (clock->begin + clock->end) / 2;
	double true_time = (double)middle - START;
	double injected = (true_time - world->clocks[node].offset) /
			  (1 + world->clocks[node].drift);

	assert_int_equal(clock->node, node);
	assert_true(isfinite(clock->error) && clock->error > 0);
	assert_true(fabs(clock->offset - (injected - true_time)) <= clock->error);
}

static void inject_error(struct rng *rng, struct injected clocks[NODES_MAX + 1])
{
	memset(clocks, 0, (NODES_MAX + 1) * sizeof(*clocks));
	for (uint8_t node = 2; node <= NODES_MAX; node++) {
		clocks[node].offset = (double)rng_below(rng, 180000000) - 90000000;
		clocks[node].drift = ((double)rng_below(rng, 200001) - 100000) * 1e-9;
	}
}

static void assert_paths_are_true(const struct world *world, struct flow_session *session)
{
	struct flow_graph graph = {0};
	struct flow_path path = {0};

	assert_int_equal(session->interactions.items.count, world->calls);
	for (size_t i = 0; i < world->calls; i++) {
		struct flow_interaction *item = &session->interactions.items.items[i];

		assert_true(flow_graph_make(&session->interactions, item, &graph));
		assert_true(flow_path_find(&graph, &path));
		assert_int_equal(flow_graph_response(&graph), world->responses[i]);
		assert_int_equal(flow_path_length(&graph, &path), world->responses[i]);
	}
	flow_path_free(&path);
	flow_graph_free(&graph);
}

TEST(two_nodes_with_injected_clock_errors_give_the_true_paths)
{
	struct injected clocks[NODES_MAX + 1];
	struct flow_session session;
	struct world world;
	struct rng rng;

	rng_seed(&rng, 1);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		inject_error(&rng, clocks);
		begin_world(&world, seed, clocks);
		while (world.calls < CALLS)
			make_call(&world, 2, 0);
		join_world(&world, 2, &session);
		assert_certain(&world, session.log, 2);
		assert_paths_are_true(&world, &session);
		flow_session_close(&session);
	}
}

/* Otherwise the clock uncertainty would be at least half the link time. */
TEST(message_over_a_slow_link_bounds_clocks_from_the_end_of_its_transmission)
{
	const struct injected clocks[NODES_MAX + 1] = {[2] = {-90000000, 1e-4}};
	struct flow_session session;
	struct world world;

	begin_world(&world, 1, clocks);
	world.link_ticks = 50 * DELAY_MIN;
	while (world.calls < CALLS)
		make_call(&world, 2, 0);
	join_world(&world, 2, &session);
	assert_certain(&world, session.log, 2);
	assert_true(session.log->clocks.items[1].error < 2 * DELAY_MIN);
	assert_paths_are_true(&world, &session);
	flow_session_close(&session);
}

TEST(node_clock_can_be_set_through_a_third_node)
{
	struct injected clocks[NODES_MAX + 1];
	struct flow_session session;
	struct world world;
	struct rng rng;

	rng_seed(&rng, 2);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		inject_error(&rng, clocks);
		begin_world(&world, seed, clocks);
		while (world.calls < CALLS)
			make_call(&world, 2, 3);
		join_world(&world, 3, &session);
		assert_int_equal(session.log->clocks.items[2].set_by, 2);
		assert_certain(&world, session.log, 2);
		assert_certain(&world, session.log, 3);
		assert_true(session.log->clocks.items[2].error >
			    session.log->clocks.items[1].error);
		assert_paths_are_true(&world, &session);
		flow_session_close(&session);
	}
}

TEST(node_without_messages_keeps_its_times_and_has_an_unknown_clock)
{
	const struct injected clocks[NODES_MAX + 1] = {
		{0, 0}, {0, 0}, {1000, 0}, {5000, 0}, {0, 0},
	};
	struct flow_session session;
	struct world world;
	uint64_t time;

	begin_world(&world, 1, clocks);
	while (world.calls < CALLS)
		make_call(&world, 2, 0);
	world.now = START;
	add_event(&world, 3, FLOW_ACTION, new_subtask(&world, 3), 0);
	time = world.logs[3]->events.items[0].time;
	join_world(&world, 3, &session);
	assert_int_equal(session.log->clocks.count, 3);
	assert_true(isinf(session.log->clocks.items[2].error));
	assert_int_equal(session.log->clocks.items[2].set_by, 3);
	assert_int_equal(session.log->events.items[session.log->events.count - 1].time, time);
	assert_true(isinf(flow_clocks_error(session.log, 1, 3)));
	assert_true(flow_clocks_error(session.log, 2, 2) == 0);
	flow_session_close(&session);
}

TEST(clock_that_began_earlier_does_not_wrap_times)
{
	const struct injected clocks[NODES_MAX + 1] = {{0}, {1.0 - START, 0}, {1e12, 0}};
	struct flow_session session;
	struct world world;

	begin_world(&world, 1, clocks);
	world.now = START - 5000;
	add_event(&world, 2, FLOW_POLL, 0, 0);
	while (world.calls < CALLS)
		make_call(&world, 2, 0);
	join_world(&world, 2, &session);
	for (size_t i = 0; i < session.log->events.count; i++)
		assert_true(session.log->events.items[i].time < CALLS * SPACING + 10000);
	assert_paths_are_true(&world, &session);
	flow_session_close(&session);
}

TEST(two_logs_of_one_node_are_rejected)
{
	const struct injected clocks[NODES_MAX + 1] = {{0}};
	struct world world;
	uint8_t node;
	size_t events;

	begin_world(&world, 1, clocks);
	make_call(&world, 2, 0);
	for (uint8_t i = 1; i <= NODES_MAX; i++)
		seal(&world, i);
	events = world.logs[2]->events.count;
	assert_false(flow_log_gather(world.logs[2], world.logs[2], &node));
	assert_int_equal(node, 2);
	assert_int_equal(world.logs[2]->events.count, events);
	for (uint8_t i = 1; i <= NODES_MAX; i++)
		flow_log_free(world.logs[i]);
}

static void add_lack(struct flow_log *log, const char *text, bool is_note)
{
	const struct flow_lack lack = {text, is_note};

	FLOW_LIST_ADD(log->lacks, lack);
}

TEST(joined_log_lacks_what_each_log_lacks_once)
{
	struct flow_log *log = flow_log_new("a", 0), *other = flow_log_new("a", 0);
	uint8_t node;

	add_lack(log, "no wake-ups", false);
	add_lack(log, "CPUs without events: 1", true);
	add_lack(other, "CPUs without events: 2", true);
	add_lack(other, "no wake-ups", false);
	assert_true(flow_log_gather(log, other, &node));
	flow_log_free(other);
	assert_int_equal(log->lacks.count, 3);
	assert_string_equal(log->lacks.items[0].text, "no wake-ups");
	assert_string_equal(log->lacks.items[2].text, "CPUs without events: 2");
	assert_true(log->lacks.items[2].is_note);
	flow_log_free(log);
}

TEST(event_before_its_cause_is_moved_to_the_cause)
{
	/* Two round trips by way of node 2 set node 3. Its direct call to node 1 takes less time
	 * than possible. */
	const struct injected clocks[NODES_MAX + 1] = {{0}};
	struct flow_session session;
	struct world world;
	uint32_t task, message;

	begin_world(&world, 1, clocks);
	while (world.calls < CALLS)
		make_call(&world, 2, 3);
	task = new_subtask(&world, 3);
	message = new_subtask(&world, 3);
	world.now += SPACING;
	add_event(&world, 3, FLOW_ACTION, task, 0);
	add_event(&world, 3, FLOW_SEND, task, message);
	add_event(&world, 3, FLOW_FINISH, task, 0);
	world.now -= SPACING / 2;
	add_event(&world, 1, FLOW_RECEIVE, message, 0);
	add_event(&world, 1, FLOW_FINISH, message, 0);
	join_world(&world, 3, &session);
	assert_true(session.log->clocks.items[0].moved > 0);
	for (size_t i = 0; i < session.interactions.items.count; i++)
		assert_int_equal(session.interactions.items.items[i].fault, FLOW_FAULT_SOUND);
	flow_session_close(&session);
}
