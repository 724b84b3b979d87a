/* SPDX-License-Identifier: MIT */
/* The store behind its cache: page faults and waits, with two threads that alternate where they
 * would sleep; and users. */
#include "tests/unit/unit.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "bench/flow/paged_store.h"
#include "kernel/flow/load.h"
#include "kernel/flow/node.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/flow/store.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define EVENTS 1024
#define STACK_BYTES (256 << 10)
#define LATE_US 20000

enum {PORT, DEVICE, DEVICE_QUEUE, THINK, ROWS, OBJECTS};

static const struct flow_object_plan objects[] = {
	{FLOW_PORT, "port"}, {FLOW_DEVICE, "device"}, {FLOW_QUEUE, "device_queue"},
	{FLOW_DELAY, "think"}, {FLOW_DATA, "rows"},
};

static const uint32_t row_counts[] = {1000};

static const struct flow_script script = {.objects = objects, .object_count = OBJECTS};
static const struct flow_run run = {.script = &script};

enum {A, B, THREADS};

static struct {
	struct cpu cpu;
	struct flow_event events[EVENTS + 1];
	struct flow_thread threads[THREADS], *current;
	ucontext_t main, contexts[THREADS];
	bool is_asleep[THREADS], has_ended[THREADS];
	uint8_t stacks[THREADS][STACK_BYTES];
	uint64_t memory[1 << 15];
	uint32_t turns;
	int error;
} machine;

struct flow_node flow_nodes[FLOW_NODES_MAX];

uint64_t clock_hz(void)
{
	return 1000000000;
}

struct flow_thread *flow_thread_current(void)
{
	return machine.current;
}

static size_t here(void)
{
	return (size_t)(machine.current - machine.threads);
}

void flow_thread_sleep(void)
{
	machine.is_asleep[here()] = true;
	swapcontext(&machine.contexts[here()], &machine.main);
}

void flow_thread_wake(struct flow_thread *thread)
{
	machine.is_asleep[thread - machine.threads] = false;
}

void flow_thread_take_on(struct flow_thread *thread)
{
	(void)thread;
}

void flow_thread_arm(void)
{
}

void flow_lock(void)
{
}

void flow_release(void)
{
}

void flow_add_error(int error)
{
	machine.error = error;
}

static int reset(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	machine.cpu.self = &machine.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &machine.cpu), 0);
	flow_ring_open(&flow_recorder.rings[0], machine.events, EVENTS, 0);
	machine.cpu.flow_ring = &flow_recorder.rings[0];
	flow_recorder.is_on = true;
	machine.threads[A].task.thread = 1;
	machine.threads[B].task.thread = 2;
	flow_task_reset();
	flow_ports_begin(1);
	flow_resources_begin(&run);
	flow_scales_begin(&run);
	return 0;
}

/* ---- Requests ---- */

static struct flow_step step;
static struct flow_store_plan plan;

static void begin_store(uint32_t cache_pages)
{
	plan = (struct flow_store_plan){
		.rows = row_counts, .relation_count = 1, .first_relation = ROWS, .device = DEVICE,
		.cache_pages = cache_pages,
	};
	assert_true(flow_store_bytes(&plan) <= sizeof(machine.memory));
	flow_store_begin(&plan, machine.memory);
}

static void work(struct flow_thread *self, uint32_t turns)
{
	(void)self;
	machine.turns += turns;
}

static void body(void)
{
	flow_store_request(machine.current, &step, work);
	machine.has_ended[here()] = true;
	swapcontext(&machine.contexts[here()], &machine.main);
}

static void go_on(size_t thread)
{
	machine.current = &machine.threads[thread];
	swapcontext(&machine.main, &machine.contexts[thread]);
	machine.current = NULL;
}

/* A thread makes a request for its own task, until it sleeps or ends. */
static void begin(size_t thread, uint8_t op, uint32_t word)
{
	uint16_t number = machine.threads[thread].task.thread;

	assert_int_equal(flow_task_begin(&machine.threads[thread].task), 0);
	machine.threads[thread].task.thread = number;
	machine.threads[thread].word = word;
	step = (struct flow_step){op, ROWS, 7};
	getcontext(&machine.contexts[thread]);
	machine.contexts[thread].uc_stack.ss_sp = machine.stacks[thread];
	machine.contexts[thread].uc_stack.ss_size = STACK_BYTES;
	makecontext(&machine.contexts[thread], body, 0);
	go_on(thread);
}

/* Serve devices and threads until all threads end. */
static void run_all(void)
{
	for (unsigned turn = 0; turn < 1000; turn++) {
		flow_resource_devices.serve();
		for (size_t i = 0; i < THREADS; i++) {
			if (!machine.is_asleep[i] && !machine.has_ended[i] &&
			    machine.threads[i].word != 0)
				go_on(i);
		}
	}
}

static unsigned count(uint8_t kind, uint16_t object)
{
	const struct flow_ring *ring = &flow_recorder.rings[0];
	unsigned found = 0;

	for (const struct flow_event *event = ring->first; event < ring->next; event++)
		found += event->kind == kind && event->object == object + 1;
	return found;
}

TEST_WITH(request_for_cached_pages_uses_no_device, reset, NULL)
{
	begin_store(200);
	begin(A, FLOW_OP_LOOK_UP, 3);
	assert_true(machine.has_ended[A]);
	assert_int_equal(count(FLOW_DEVICE_START, DEVICE), 0);
	assert_int_equal(machine.turns, 3 * 7);
	assert_int_equal(machine.error, 0);
}

TEST_WITH(page_fault_uses_a_queue_and_then_a_device, reset, NULL)
{
	begin_store(3);
	begin(A, FLOW_OP_SCAN, 500);
	assert_false(machine.has_ended[A]);
	run_all();
	assert_true(machine.has_ended[A]);
	assert_int_equal(machine.error, 0);
	assert_uint_in_range(count(FLOW_REQUEST, DEVICE_QUEUE), 8, 10);
	assert_int_equal(count(FLOW_DEVICE_START, DEVICE), count(FLOW_REQUEST, DEVICE_QUEUE));
	assert_int_equal(count(FLOW_DEVICE_END, DEVICE), count(FLOW_REQUEST, DEVICE_QUEUE));
}

/* One thread reads the page. The other waits in the queue and is notified. */
TEST_WITH(page_being_read_is_not_read_twice, reset, NULL)
{
	begin_store(3);
	begin(A, FLOW_OP_LOOK_UP, 900);
	begin(B, FLOW_OP_LOOK_UP, 900);
	assert_int_equal(count(FLOW_DEVICE_START, DEVICE), 1);
	assert_int_equal(count(FLOW_WAIT, DEVICE), 1);
	assert_int_equal(count(FLOW_BEGIN_USE, DEVICE_QUEUE), 1);
	run_all();
	assert_true(machine.has_ended[A] && machine.has_ended[B]);
	assert_int_equal(count(FLOW_DEVICE_START, DEVICE), 3);
	assert_int_equal(count(FLOW_RESUME, DEVICE), count(FLOW_WAIT, DEVICE));
	assert_int_equal(count(FLOW_END_USE, DEVICE_QUEUE), count(FLOW_BEGIN_USE, DEVICE_QUEUE));
	assert_int_equal(machine.error, 0);
}

TEST_WITH(change_is_kept_when_its_page_is_evicted, reset, NULL)
{
	begin_store(3);
	begin(A, FLOW_OP_CHANGE, 5);
	run_all();
	machine.has_ended[A] = false;
	begin(A, FLOW_OP_SCAN, 700);
	run_all();
	machine.has_ended[A] = false;
	begin(A, FLOW_OP_CHANGE, 5);
	run_all();
	assert_true(machine.has_ended[A]);
	assert_int_equal(machine.error, 0);
}

TEST_WITH(impossible_store_is_rejected, reset, NULL)
{
	const uint32_t none[] = {0};

	begin_store(3);
	assert_true(paged_store_is_possible(&plan, 2));
	assert_false(paged_store_is_possible(&plan, 3));
	plan.rows = none;
	assert_false(paged_store_is_possible(&plan, 2));
}

/* ---- Users ---- */

static unsigned count_finished(void)
{
	const struct flow_ring *ring = &flow_recorder.rings[0];
	unsigned found = 0;

	for (const struct flow_event *event = ring->first; event < ring->next; event++)
		found += event->kind == FLOW_FINISH;
	return found;
}

/* Serve until this many actions have arrived at the port, where no thread receives them. */
static void wait_for_acts(uint32_t acts)
{
	for (unsigned turn = 0; turn < 1000000 && flow_task_count() < acts; turn++)
		flow_resource_devices.serve();
	assert_int_equal(flow_task_count(), acts);
}

static const struct flow_act acts[] = {{1, 11}, {1, 12}, {1, 21}, {1, 22}};

TEST_WITH(open_load_does_not_wait_for_completion, reset, NULL)
{
	const struct flow_load_plan load = {
		.acts = acts, .users = 2, .acts_each = 2, .port = PORT, .think = THINK,
		.is_open = true,
	};

	assert_true(flow_load_is_possible(&load));
	flow_load_begin(&load);
	wait_for_acts(4);
	assert_false(flow_resource_devices.is_busy(0));
	assert_int_equal(count(FLOW_DEVICE_START, THINK), 0);
}

/* The first action is taken later than the second one is due. */
TEST_WITH(late_action_under_open_load_does_not_delay_the_next_one, reset, NULL)
{
	static const struct flow_act two[] = {{1, 11}, {LATE_US, 12}};
	const struct flow_load_plan load = {
		.acts = two, .users = 1, .acts_each = 2, .port = PORT, .think = THINK,
		.is_open = true,
	};
	uint64_t begin_tsc = clock_read();

	flow_load_begin(&load);
	while (clock_read() - begin_tsc < ticks_of_us(2 * LATE_US, clock_hz()))
		;
	flow_resource_devices.serve();
	flow_resource_devices.serve();
	assert_int_equal(flow_task_count(), 2);
}

TEST_WITH(all_actions_may_arrive_before_one_is_received, reset, NULL)
{
	static struct flow_act many[FLOW_INTERACTIONS_MAX];
	const struct flow_load_plan load = {
		.acts = many, .users = 16, .acts_each = FLOW_INTERACTIONS_MAX / 16, .port = PORT,
		.think = THINK, .is_open = true,
	};

	for (unsigned i = 0; i < FLOW_INTERACTIONS_MAX; i++)
		many[i] = (struct flow_act){.after_us = 1, .word = i};
	assert_true(flow_load_is_possible(&load));
	flow_load_begin(&load);
	wait_for_acts(FLOW_INTERACTIONS_MAX);
	assert_int_equal(machine.error, 0);
}

TEST_WITH(closed_load_acts_again_after_completion, reset, NULL)
{
	const struct flow_load_plan load = {
		.acts = acts, .users = 2, .acts_each = 2, .port = PORT, .think = THINK,
	};
	struct flow_thread *self = &machine.threads[A];

	flow_load_begin(&load);
	wait_for_acts(2);
	assert_false(flow_resource_devices.is_busy(0));
	machine.current = self;
	flow_port_next(PORT + 1);
	assert_false(flow_resource_devices.is_busy(0));
	flow_load_done(&self->task);
	flow_load_done(&self->task);
	assert_int_equal(count_finished(), 1);
	wait_for_acts(3);
	assert_false(flow_resource_devices.is_busy(0));
	assert_int_equal(machine.error, 0);
}

TEST_WITH(too_many_users_or_actions_are_rejected, reset, NULL)
{
	struct flow_load_plan load = {.users = FLOW_USERS_MAX, .acts_each = 1};

	assert_true(flow_load_is_possible(&load));
	load.users++;
	assert_false(flow_load_is_possible(&load));
	load = (struct flow_load_plan){.users = 2, .acts_each = UINT32_MAX};
	assert_false(flow_load_is_possible(&load));
}
