/* SPDX-License-Identifier: MIT */
/* Each thread is a chain of delays of a timer that serves all at once, so parallel threads do not
 * wait for CPUs. A thread forks others, and may receive a message from another thread before it
 * joins that thread. The delays determine when each thread is created, sends and ends, and so which
 * of the two threads is last at each join. A further delay separates the two by more than the total
 * work of the steps. */
#include "bench/flow/random.h"

#include <stdbool.h>

#define MARGIN_US 300
#define DELAY_US_LEAST 50
#define DELAY_US_MORE 500
#define DEPTH_MAX 3                     /* of a thread; the first thread has depth 0 */
#define CHILDREN_MAX 2                  /* number of children of one thread at a time, so there are
					 * at most 15 threads */
#define STEPS_A_CHILD 7
#define STEPS_BESIDES 5
#define STEPS_A_THREAD (STEPS_BESIDES + CHILDREN_MAX * STEPS_A_CHILD)
#define NODES_A_THREAD 4

/* Each of the 15 threads has a port for messages from threads that it created. */
enum {ACTION_PORT, TIMER, FIRST_PORT, OBJECTS = FIRST_PORT + 15};

static const struct flow_object_plan objects[OBJECTS] = {
	{FLOW_PORT, "action_port"}, {FLOW_DELAY, "timer"},
	{FLOW_PORT, "port0"}, {FLOW_PORT, "port1"}, {FLOW_PORT, "port2"}, {FLOW_PORT, "port3"},
	{FLOW_PORT, "port4"}, {FLOW_PORT, "port5"}, {FLOW_PORT, "port6"}, {FLOW_PORT, "port7"},
	{FLOW_PORT, "port8"}, {FLOW_PORT, "port9"}, {FLOW_PORT, "port10"}, {FLOW_PORT, "port11"},
	{FLOW_PORT, "port12"}, {FLOW_PORT, "port13"}, {FLOW_PORT, "port14"},
};

/* A path is identified by its last sub-task. The node stores the step that created this sub-task,
 * and the previous path. */
struct node {
	uint16_t step, before;
};

#define NODE_SOURCE 0

struct network {
	struct flow_script script;       /* after everything is generated */
	struct rng *rng;
	uint32_t limit, threads, nodes; /* maximum and current number of threads; number of nodes */
	struct flow_step *steps;
	struct flow_thread_plan *plans;
	struct node *node;
	uint16_t *truth;
};

/* A thread while it is generated, up to its end. */
struct course {
	uint32_t next_step;
	uint8_t thread;
	uint8_t slot;                   /* index among the 15, as in a heap */
	uint16_t made_by;               /* step that created the thread's sub-task */
	uint16_t path;                  /* node of the critical path up to here */
	uint64_t now_us;
	bool has_sent;
	uint16_t message_path;          /* node of the path to the thread's message, and sending
					 * time of the message */
	uint64_t message_us;
};

static uint64_t most_steps(uint32_t threads)
{
	return threads * (STEPS_A_THREAD + STEPS_A_CHILD);
}

size_t random_network_bytes(uint32_t threads)
{
	return sizeof(struct network) + most_steps(threads) * sizeof(struct flow_step) +
	       threads * (sizeof(struct flow_thread_plan) +
			  NODES_A_THREAD * (sizeof(struct node) + sizeof(uint16_t)));
}

static uint16_t add_node(struct network *network, uint16_t step, uint16_t before)
{
	network->node[network->nodes] = (struct node){step, before};
	return (uint16_t)network->nodes++;
}

static uint16_t add_step(struct network *network, struct course *course, enum flow_op op,
			 unsigned object, uint32_t argument)
{
	network->steps[course->next_step] = (struct flow_step){
		(uint8_t)op, (uint8_t)object, argument,
	};
	return (uint16_t)course->next_step++;
}

static bool toss(struct network *network)
{
	return rng_below(network->rng, 2) == 0;
}

static void delay(struct network *network, struct course *course, uint32_t us)
{
	add_step(network, course, FLOW_OP_REQUEST, TIMER, us);
	course->now_us += us;
}

static void delay_at_random(struct network *network, struct course *course)
{
	delay(network, course, DELAY_US_LEAST + rng_below(network->rng, DELAY_US_MORE));
}

static struct course begin_thread(struct network *network, const struct course *parent,
				  unsigned slot, uint16_t made_by)
{
	uint8_t thread = (uint8_t)network->threads++;
	struct course course = {
		.next_step = thread * STEPS_A_THREAD,
		.thread = thread,
		.slot = (uint8_t)slot,
		.made_by = made_by,
		.path = add_node(network, made_by, parent != NULL ? parent->path : NODE_SOURCE),
		.now_us = parent != NULL ? parent->now_us : 0,
	};

	network->plans[thread] = (struct flow_thread_plan){
		parent != NULL ? "forked" : "main", (uint16_t)course.next_step, parent != NULL,
	};
	return course;
}

/* A join with another path that arrives at time us. */
static void meet(struct network *network, struct course *course, enum flow_op op, unsigned object,
		 uint64_t us, uint16_t path)
{
	if (us < course->now_us + MARGIN_US && course->now_us < us + MARGIN_US)
		delay(network, course, 2 * MARGIN_US);
	add_step(network, course, op, object, 0);
	if (us < course->now_us)
		return;
	course->now_us = us;
	course->path = add_node(network, course->made_by, path);
}

static void random_send(struct network *network, struct course *course)
{
	unsigned port = FIRST_PORT + (course->slot - 1) / CHILDREN_MAX;
	uint16_t step = add_step(network, course, FLOW_OP_SEND, port, 1);

	course->has_sent = true;
	course->message_path = add_node(network, step, course->path);
	course->message_us = course->now_us;
}

static void fork_and_join(struct network *network, struct course *course, unsigned depth);

/* Fork a thread. Of the threads that one thread creates at a time, only one may send, because
 * otherwise it would be unknown which message is the first. */
static struct course fork_one(struct network *network, struct course *parent, unsigned which,
			      unsigned depth)
{
	uint16_t step = add_step(network, parent, FLOW_OP_CREATE, network->threads, 0);
	struct course child = begin_thread(network, parent, parent->slot * CHILDREN_MAX + 1 + which,
					   step);

	delay_at_random(network, &child);
	if (depth < DEPTH_MAX && toss(network))
		fork_and_join(network, &child, depth);
	if (which == 0 && toss(network))
		random_send(network, &child);
	delay_at_random(network, &child);
	add_step(network, &child, FLOW_OP_EXIT, 0, 0);
	return child;
}

static void join_one(struct network *network, struct course *course, const struct course *child)
{
	if (child->has_sent)
		meet(network, course, FLOW_OP_RECEIVE, FIRST_PORT + course->slot,
		     child->message_us, child->message_path);
	meet(network, course, FLOW_OP_JOIN, child->thread, child->now_us, child->path);
}

static void fork_and_join(struct network *network, struct course *course, unsigned depth)
{
	unsigned wanted = 1 + toss(network), count = 0;
	struct course children[CHILDREN_MAX];

	for (; count < wanted && network->threads < network->limit; count++) {
		delay_at_random(network, course);
		children[count] = fork_one(network, course, count, depth + 1);
	}
	delay_at_random(network, course);
	if (count > 1 && toss(network))
		join_one(network, course, &children[--count]);
	for (unsigned i = 0; i < count; i++)
		join_one(network, course, &children[i]);
}

static uint32_t random_write_truth(struct network *network, uint16_t path)
{
	uint32_t count = 1, place;

	for (uint16_t node = path; node != NODE_SOURCE; node = network->node[node].before)
		count++;
	place = count;
	for (uint16_t node = path; place > 0; node = network->node[node].before)
		network->truth[--place] = network->node[node].step;
	return count;
}

/* Generate all steps. The first thread's steps come last, because their number is unknown
 * before. */
static void random_make(struct network *network)
{
	struct course course = begin_thread(network, NULL, 0, FLOW_TRUTH_SOURCE);

	course.next_step = network->limit * STEPS_A_THREAD;
	network->plans[0].first_step = (uint16_t)course.next_step;
	add_step(network, &course, FLOW_OP_NEXT, ACTION_PORT, 0);
	while (network->threads < network->limit)
		fork_and_join(network, &course, 0);
	add_step(network, &course, FLOW_OP_AGAIN, 0, 0);
	network->script = (struct flow_script){
		.steps = network->steps,
		.step_count = course.next_step,
		.objects = objects,
		.object_count = OBJECTS,
		.threads = network->plans,
		.thread_count = network->threads,
		.actions = "a",
		.action_port = ACTION_PORT,
		.truth = network->truth,
		.truth_count = random_write_truth(network, course.path),
	};
}

const struct flow_script *random_network_make(void *memory, uint32_t threads, struct rng *rng)
{
	struct network *network = memory;

	network->rng = rng;
	network->limit = threads;
	network->plans = (struct flow_thread_plan *)(network + 1);
	network->steps = (struct flow_step *)(network->plans + threads);
	network->node = (struct node *)(network->steps + most_steps(threads));
	network->truth = (uint16_t *)(network->node + NODES_A_THREAD * threads);
	random_make(network);
	return &network->script;
}
