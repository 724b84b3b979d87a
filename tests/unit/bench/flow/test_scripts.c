/* SPDX-License-Identifier: MIT */
/* Workloads of interactions as data: that every step of every script can be carried out, and that
 * the path that a random network claims to be its critical one is just that. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "bench/flow/random.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

#define MARGIN_US 300
#define PATH_MAX 1024

static int reset(void **state)
{
	(void)state;
	fake_reset();
	fake_disk.count = 0;
	fake.capabilities = CAN_INTERACTIONS;
	fake.time_base = TIME_INSTRUCTIONS;
	fake.cpu_count = 2;
	return 0;
}

/* ---- Scripts ---- */

static void assert_object(const struct flow_script *script, unsigned object,
			  enum flow_object_kind kind)
{
	assert_true(object < script->object_count);
	assert_int_equal(script->objects[object].kind, kind);
}

static void check_step(const struct flow_script *script, const struct flow_step *step)
{
	switch (step->op) {
	case FLOW_OP_SEND:
	case FLOW_OP_SEND_BLOCKING:
	case FLOW_OP_RECEIVE:
	case FLOW_OP_TRY_RECEIVE:
	case FLOW_OP_NEXT:
		assert_object(script, step->object, FLOW_PORT);
		break;
	case FLOW_OP_WRITE:
	case FLOW_OP_READ:
	case FLOW_OP_READ_NEXT:
		assert_object(script, step->object, FLOW_STREAM);
		assert_true(step->argument > 0);
		break;
	case FLOW_OP_CREATE:
	case FLOW_OP_JOIN:
		assert_true(step->object < script->thread_count);
		assert_true(script->threads[step->object].is_created);
		break;
	case FLOW_OP_BEGIN_USE:
	case FLOW_OP_END_USE:
		assert_true(step->object < script->object_count);
		assert_true(script->objects[step->object].kind >= FLOW_SOFTWARE);
		break;
	case FLOW_OP_REQUEST:
		if (script->objects[step->object].kind != FLOW_DELAY)
			assert_object(script, step->object + 1, FLOW_QUEUE);
		break;
	case FLOW_OP_LOCK:
	case FLOW_OP_UNLOCK:
		assert_object(script, step->object, FLOW_LOCK);
		assert_object(script, step->object + 1, FLOW_QUEUE);
		break;
	case FLOW_OP_UNLESS:
		assert_true(step + step->object + 1 < script->steps + script->step_count);
		break;
	case FLOW_OP_LOOK_UP:
	case FLOW_OP_SCAN:
	case FLOW_OP_CHANGE:
		assert_non_null(script->store);
		assert_object(script, step->object, FLOW_DATA);
		assert_in_range(step->object - script->store->first_relation, 0,
				script->store->relation_count - 1);
		break;
	case FLOW_OP_DONE:
		assert_non_null(script->load);
		break;
	default:
		assert_true(step->op <= FLOW_OP_RESPOND);
	}
}

/* A thread does not run on into the steps of the next one. */
static void check_thread(const struct flow_script *script, const struct flow_thread_plan *thread)
{
	uint32_t first = thread->first_step;

	assert_true(first < script->step_count);
	assert_true(first == 0 || script->steps[first - 1].op == FLOW_OP_AGAIN ||
		    script->steps[first - 1].op == FLOW_OP_EXIT ||
		    script->steps[first - 1].op == FLOW_OP_WORK);
}

/* A route leads from one port to another, or from stream to stream, by a device. */
static void check_routes(const struct flow_run *run, const struct flow_script *script)
{
	for (uint32_t i = 0; i < script->route_count; i++) {
		const struct flow_route *route = &script->routes[i];

		assert_true(route->port < script->object_count);
		assert_in_range(script->objects[route->port].kind, FLOW_PORT, FLOW_STREAM);
		assert_object(script, route->link, FLOW_DEVICE);
		assert_object(script, route->link + 1, FLOW_QUEUE);
		assert_true(route->node < flow_run_nodes(run));
		assert_ptr_not_equal(flow_run_script(run, route->node), script);
		assert_object(flow_run_script(run, route->node), route->their_port,
			      script->objects[route->port].kind);
	}
}

static void check_store(const struct flow_script *script)
{
	assert_object(script, script->store->device, FLOW_DEVICE);
	assert_object(script, script->store->device + 1, FLOW_QUEUE);
	assert_true(script->store->cache_pages > script->thread_count);
}

static void check_load(const struct flow_script *script)
{
	assert_object(script, script->load->port, FLOW_PORT);
	assert_object(script, script->load->think, FLOW_DELAY);
	assert_in_range(script->load->users, 1, FLOW_USERS_MAX);
}

static void check_node(const struct flow_run *run, const struct flow_script *script)
{
	assert_true(script->object_count <= FLOW_OBJECTS_MAX);
	assert_true(script->thread_count <= FLOW_THREADS_MAX);
	assert_true(script->state_count <= FLOW_STATES_MAX);
	for (uint32_t i = 0; i < script->step_count; i++)
		check_step(script, &script->steps[i]);
	for (uint32_t i = 0; i < script->thread_count; i++)
		check_thread(script, &script->threads[i]);
	check_routes(run, script);
	if (script->store != NULL)
		check_store(script);
	if (script->load != NULL)
		check_load(script);
}

static void check_script(const struct flow_run *run)
{
	for (uint32_t node = 0; node < flow_run_nodes(run); node++)
		check_node(run, flow_run_script(run, node));
}

TEST(every_step_of_every_workload_can_be_carried_out)
{
	fake.flow_check = check_script;
	bench_run("flow.*");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	bench_run("test.flow_overflow");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	bench_run("test.flow_burst");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	fake.cpu_count = 3;
	bench_run_with("flow.remote", "flow.nodes", "3");
	assert_int_equal(fake.flow_run.further_nodes, 2);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	bench_run("flow.forward");
	assert_int_equal(fake.flow_run.further_nodes, 2);
	assert_string_equal(fake.flow_name, "flow.forward recorder=on nodes=3 cpus=3");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
}

/* Its log would be of node 0, as that of each other machine. */
TEST(a_workload_of_one_node_is_left_out_where_machines_are_nodes)
{
	bench_run_with("flow.echo", "flow.link", "serial");
	assert_int_equal(fake.nets_open, 0);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_true(fake_record_count(WIRE_skip) > 0);
	for (size_t i = 0; i < fake_record_count(WIRE_skip); i++)
		assert_string_equal(fake_record(WIRE_skip, i)->skip.missing, "nodes");
}

TEST(what_an_event_costs_is_measured_where_machines_are_nodes_too)
{
	bench_run_with("flow.record", "flow.link", "serial");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_true(fake_record_count(WIRE_series) > 0);
}

TEST(nodes_of_a_workload_are_as_many_as_the_command_line_says_and_have_clocks_of_their_own)
{
	bench_run_with("flow.remote", "flow.offset", "-30ms");
	assert_int_equal(fake.flow_run.further_nodes, 1);
	assert_int_equal(fake.flow_run.planted.offset_ns, -30000000);
	assert_string_equal(fake.flow_name, "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	bench_run_with("flow.remote", "flow.drift", "-100");
	assert_int_equal(fake.flow_run.planted.drift_ppb, -100000);
}

/* usage: TOLD is what the skip record says the machine lacks. */
static void assert_skipped(const char *nodes, const char *told)
{
	fake.flow_name[0] = '\0';
	bench_run_with("flow.remote", "flow.nodes", nodes);
	assert_string_equal(fake.flow_name, "");
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, told);
}

TEST(nodes_without_a_cpu_each_are_skipped)
{
	assert_skipped("3", "smp");
}

TEST(more_nodes_than_there_is_work_for_are_skipped)
{
	fake.cpu_count = 4;
	assert_skipped("4", "nodes");
}

static void be_real(void)
{
	reset(NULL);
	fake.time_base = TIME_REAL;
}

TEST(a_node_that_is_a_machine_needs_one_cpu_and_the_first_has_figures)
{
	be_real();
	fake.cpu_count = 1;
	bench_run_as_node("flow.remote", "0");
	assert_int_equal(fake_record_count(WIRE_skip), 0);
	assert_int_equal(fake.flow_run.carrier, FLOW_BY_SERIAL);
	assert_int_equal(fake.flow_run.self, 0);
	assert_int_equal(fake.flow_run.cpus, 1);
	assert_string_equal(fake.flow_name, "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	assert_int_equal(fake.flow_served, 0);
	assert_int_equal(bench_first_sample(""), 5000);
}

TEST(a_machine_that_serves_has_a_skip_record_and_no_number)
{
	uint32_t key;

	be_real();
	bench_run_as_node("flow.remote", "0");
	key = fake.flow_run.key;
	be_real();
	bench_run_as_node("flow.remote", "1");
	assert_int_equal(fake.flow_run.self, 1);
	assert_int_equal(fake.flow_run.key, key);
	assert_int_equal(fake.flow_served, 2);
	assert_int_equal(fake.flow_runs, 0);
	assert_int_equal(fake.nets_open, 0);
	assert_string_equal(fake.flow_name, "flow.remote recorder=on nodes=2 cpus=2 disk=simulated");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "response");
}

/* usage: what opening returns, and what that says the machine lacks. */
static void assert_apart_skipped(enum platform_time_base time_base, int status, const char *told)
{
	be_real();
	fake.time_base = time_base;
	fake.trial_status = status;
	bench_run_as_node("flow.remote", "0");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, told);
}

TEST(a_workload_with_routes_that_no_serial_line_takes_is_skipped)
{
	be_real();
	bench_run_as_node("flow.forward", "1");
	assert_int_equal(fake_record_count(WIRE_fault), 0);
	assert_int_equal(fake_record_count(WIRE_skip), 2);
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "link");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.detail,
			    "there is no serial line from node 1 to node 2");
}

TEST(machines_that_can_not_be_reached_are_skipped)
{
	assert_apart_skipped(TIME_REAL, -ENODEV, "link");
	assert_apart_skipped(TIME_REAL, -ETIMEDOUT, "nodes");
	assert_apart_skipped(TIME_REAL, -EBUSY, "nodes");
	assert_apart_skipped(TIME_INSTRUCTIONS, 0, "time");
}

TEST(what_a_run_recorded_is_named_after_its_point)
{
	bench_run("flow.echo");
	assert_string_equal(fake.flow_name, "flow.echo recorder=metered cpus=2 serial=simulated");
	assert_int_equal(fake.nets_open, 0);
	assert_int_equal(bench_first_sample(""), 5000);
}

TEST(objects_that_the_command_line_names_are_scaled)
{
	bench_run_with("flow.echo", "flow.scale", "serial:50,cpu:200,line_buffer:0");
	assert_int_equal(fake.flow_run.scale_count, 3);
	assert_string_equal(fake.flow_run.script->objects[3].name, "serial");
	assert_int_equal(fake.flow_run.scales[0].objects[0], flow_bit(3));
	assert_int_equal(fake.flow_run.scales[0].percent, 50);
	assert_false(fake.flow_run.scales[0].is_of_cpu);
	assert_int_equal(fake.flow_run.scales[1].objects[0], 0);
	assert_true(fake.flow_run.scales[1].is_of_cpu);
	assert_int_equal(fake.flow_run.scales[2].percent, 0);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

TEST(an_object_that_a_workload_has_not_is_warned_of)
{
	bench_run_with("flow.echo", "flow.scale", "disk:50");
	assert_int_equal(fake.flow_run.scale_count, 0);
	assert_true(fake_record_count(WIRE_warning) > 0);
	assert_string_equal(fake_record(WIRE_warning, 0)->warning.text,
			    "flow.echo has no object 'disk'");
}

TEST(a_workload_that_does_not_end_is_an_error_and_no_number)
{
	fake.flow_status = -EIO;
	bench_run("flow.files");
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the workload did not come to its end");
}

TEST(rings_that_memory_has_no_room_for_are_a_skip)
{
	fake.trial_status = -ENOMEM;
	bench_run("flow.message");
	assert_string_equal(fake_record(WIRE_skip, 0)->skip.missing, "memory");
}

/* ---- Random networks ---- */

/* A thread, or a message on its way: when it is there, and the steps that made its path. */
struct arrival {
	uint64_t us;
	uint16_t path[PATH_MAX];
	uint32_t length;
};

struct walk {
	const struct flow_script *script;
	struct arrival ended[RANDOM_THREADS_MAX];
	struct arrival sent[FLOW_OBJECTS_MAX];
	uint64_t closest_us;            /* of two that met */
};

static void append(struct arrival *arrival, uint16_t step)
{
	assert_true(arrival->length < PATH_MAX);
	arrival->path[arrival->length++] = step;
}

/* Whoever comes last has the critical path. */
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

/* Nobody waits for who created him, so a thread can be followed to its end when it is created. */
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
	check_script(&(struct flow_run){.script = walk->script});
	follow(walk, 0, FLOW_TRUTH_SOURCE, &path);
	assert_true(walk->closest_us >= MARGIN_US);
	assert_int_equal(walk->script->truth_count, path.length);
	assert_memory_equal(walk->script->truth, path.path, path.length * sizeof(path.path[0]));
	free(walk);
	free(memory);
}

TEST(the_critical_path_of_a_random_network_is_the_one_that_it_claims)
{
	for (uint64_t seed = 0; seed < 300; seed++) {
		check_truth(2 + (uint32_t)seed % 30, seed);
		check_truth(RANDOM_THREADS_MAX, seed);
	}
}

TEST(random_networks_of_two_seeds_differ_and_of_one_do_not)
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

#define RESET(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(every_step_of_every_workload_can_be_carried_out),
		RESET(a_workload_of_one_node_is_left_out_where_machines_are_nodes),
		RESET(what_an_event_costs_is_measured_where_machines_are_nodes_too),
		RESET(nodes_of_a_workload_are_as_many_as_the_command_line_says_and_have_clocks_of_their_own),
		RESET(nodes_without_a_cpu_each_are_skipped),
		RESET(more_nodes_than_there_is_work_for_are_skipped),
		RESET(a_node_that_is_a_machine_needs_one_cpu_and_the_first_has_figures),
		RESET(a_machine_that_serves_has_a_skip_record_and_no_number),
		RESET(a_workload_with_routes_that_no_serial_line_takes_is_skipped),
		RESET(machines_that_can_not_be_reached_are_skipped),
		RESET(what_a_run_recorded_is_named_after_its_point),
		RESET(objects_that_the_command_line_names_are_scaled),
		RESET(an_object_that_a_workload_has_not_is_warned_of),
		RESET(a_workload_that_does_not_end_is_an_error_and_no_number),
		RESET(rings_that_memory_has_no_room_for_are_a_skip),
		RESET(the_critical_path_of_a_random_network_is_the_one_that_it_claims),
		RESET(random_networks_of_two_seeds_differ_and_of_one_do_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
