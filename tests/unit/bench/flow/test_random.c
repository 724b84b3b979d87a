/* SPDX-License-Identifier: MIT */
/* Random networks: the stated critical path is the true one. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "bench/flow/random.h"
#include "tests/unit/bench/fake_platform.h"
#include "tests/unit/bench/flow/script_check.h"

#define MARGIN_US 300
#define PATH_MAX 1024

/* A thread or a message in transit: its arrival time, and the steps of its path. */
struct arrival {
	uint64_t us;
	uint16_t path[PATH_MAX];
	uint32_t length;
};

struct walk {
	const struct flow_script *script;
	struct arrival ended[RANDOM_THREADS_MAX];
	struct arrival sent[FLOW_OBJECTS_MAX];
	uint64_t closest_us;            /* smallest time difference where two met */
};

static void append(struct arrival *arrival, uint16_t step)
{
	assert_true(arrival->length < PATH_MAX);
	arrival->path[arrival->length++] = step;
}

/* The later one has the critical path. */
static void meet(struct walk *walk, struct arrival *self, uint16_t made_by,
		 const struct arrival *other)
{
	uint64_t apart_us = self->us > other->us ? self->us - other->us : other->us - self->us;

	if (apart_us < walk->closest_us)
		walk->closest_us = apart_us;
	if (other->us <= self->us)
		return;
	*self = *other;
	append(self, made_by);
}

/* No thread waits for its creator, so each is followed to its end when it is created. */
static void follow(struct walk *walk, unsigned thread, uint16_t made_by, struct arrival *self)
{
	const struct flow_step *step = walk->script->steps;

	step += walk->script->threads[thread].first_step;
	append(self, made_by);
	for (;; step++) {
		uint16_t number = (uint16_t)(step - walk->script->steps);

		switch (step->op) {
		case FLOW_OP_REQUEST:
			self->us += step->argument;
			break;
		case FLOW_OP_CREATE:
			walk->ended[step->object] = *self;
			follow(walk, step->object, number, &walk->ended[step->object]);
			break;
		case FLOW_OP_SEND:
			walk->sent[step->object] = *self;
			append(&walk->sent[step->object], number);
			break;
		case FLOW_OP_RECEIVE:
			meet(walk, self, made_by, &walk->sent[step->object]);
			break;
		case FLOW_OP_JOIN:
			meet(walk, self, made_by, &walk->ended[step->object]);
			break;
		case FLOW_OP_EXIT:
		case FLOW_OP_AGAIN:
			return;
		}
	}
}

static void check_truth(uint32_t threads, uint64_t seed)
{
	void *memory = calloc(1, random_network_bytes(threads));
	struct walk *walk = calloc(1, sizeof(*walk));
	struct arrival path = {0};
	struct rng rng;

	rng_seed(&rng, seed);
	walk->script = random_network_make(memory, threads, &rng);
	walk->closest_us = UINT64_MAX;
	script_check(&(struct flow_run){.script = walk->script});
	follow(walk, 0, FLOW_TRUTH_SOURCE, &path);
	assert_true(walk->closest_us >= MARGIN_US);
	assert_int_equal(walk->script->truth_count, path.length);
	assert_memory_equal(walk->script->truth, path.path, path.length * sizeof(path.path[0]));
	free(walk);
	free(memory);
}

RESET_TEST(random_network_has_the_stated_critical_path)
{
	for (uint64_t seed = 0; seed < 300; seed++) {
		check_truth(2 + (uint32_t)seed % 30, seed);
		check_truth(RANDOM_THREADS_MAX, seed);
	}
}

RESET_TEST(equal_seeds_give_equal_networks_and_different_seeds_do_not)
{
	enum {THREADS = 16};
	size_t size_bytes = random_network_bytes(THREADS);
	const struct flow_script *scripts[3];
	void *memories[3];

	for (unsigned i = 0; i < 3; i++) {
		struct rng rng;

		rng_seed(&rng, i / 2);
		memories[i] = calloc(1, size_bytes);
		scripts[i] = random_network_make(memories[i], THREADS, &rng);
	}
	assert_memory_equal(scripts[0]->steps, scripts[1]->steps,
			    scripts[0]->step_count * sizeof(struct flow_step));
	assert_memory_not_equal(scripts[0]->steps, scripts[2]->steps,
				scripts[0]->step_count * sizeof(struct flow_step));
	for (unsigned i = 0; i < 3; i++)
		free(memories[i]);
}
