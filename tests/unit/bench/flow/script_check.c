/* SPDX-License-Identifier: MIT */
/* Checks that a workload script can be executed, and provides a machine to run it. */
#include "tests/unit/bench/flow/script_check.h"

#include "bench/flow/random.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

int script_reset(void **state)
{
	(void)state;
	fake_reset();
	fake_disk.count = 0;
	fake.capabilities = CAN_INTERACTIONS;
	fake.time_base = TIME_INSTRUCTIONS;
	fake.cpu_count = 2;
	return 0;
}

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
		assert_uint_in_range(step->object - script->store->first_relation, 0,
				     script->store->relation_count - 1);
		break;
	case FLOW_OP_DONE:
		assert_non_null(script->load);
		break;
	default:
		assert_true(step->op <= FLOW_OP_RESPOND);
	}
}

/* A thread must not continue into the next one's steps. */
static void check_thread(const struct flow_script *script, const struct flow_thread_plan *thread)
{
	uint32_t first = thread->first_step;

	assert_true(first < script->step_count);
	assert_true(first == 0 || script->steps[first - 1].op == FLOW_OP_AGAIN ||
		    script->steps[first - 1].op == FLOW_OP_EXIT ||
		    script->steps[first - 1].op == FLOW_OP_WORK);
}

/* A device routes from one port to another, or from stream to stream. */
static void check_routes(const struct flow_run *run, const struct flow_script *script)
{
	for (uint32_t i = 0; i < script->route_count; i++) {
		const struct flow_route *route = &script->routes[i];

		assert_true(route->port < script->object_count);
		assert_uint_in_range(script->objects[route->port].kind, FLOW_PORT, FLOW_STREAM);
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
	assert_uint_in_range(script->load->users, 1, FLOW_USERS_MAX);
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

void script_check(const struct flow_run *run)
{
	for (uint32_t node = 0; node < flow_run_nodes(run); node++)
		check_node(run, flow_run_script(run, node));
}
