/* SPDX-License-Identifier: MIT */
/* The recorder of interactions, its meters, and messages, with threads that only pretend to run:
 * the test says which of them it is. */
#include "tests/unit/unit.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/cpu/cpu.h"
#include "kernel/flow/port.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "lib/text/errno.h"

#define EVENTS 64
#define PORT 1
#define MODULE 2
#define DEVICE 3
#define DEVICE_QUEUE 4
#define LOCK 5
#define LOCK_QUEUE 6
#define DISK 7

static const struct flow_object_plan objects[] = {
	{FLOW_PORT, "port"}, {FLOW_SOFTWARE, "module"}, {FLOW_DEVICE, "device"},
	{FLOW_QUEUE, "device_queue"}, {FLOW_LOCK, "lock"}, {FLOW_QUEUE, "lock_queue"},
	{FLOW_DISK, "disk"}, {FLOW_QUEUE, "disk_queue"},
};

static const struct flow_script script = {.objects = objects, .object_count = 8};

static struct {
	struct cpu cpu;
	struct flow_event events[EVENTS + 1];
	struct flow_thread a, b, *current;
	unsigned sleeps, wakes;
	struct flow_thread *woken;
} machine;

struct flow_thread *flow_thread_current(void)
{
	return machine.current;
}

void flow_thread_sleep(void)
{
	machine.sleeps++;
}

void flow_thread_wake(struct flow_thread *thread)
{
	machine.wakes++;
	machine.woken = thread;
}

void flow_thread_take_on(struct flow_thread *thread)
{
	flow_event(FLOW_START, &thread->task, 0, 0);
}

static struct flow_ring *ring(void)
{
	return &flow_recorder.rings[0];
}

static void use_ring_of(uint32_t events)
{
	flow_ring_open(ring(), machine.events, events, 3);
	machine.cpu.flow_ring = ring();
}

/* This program's own thread keeps nothing in GS. */
static int reset(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&flow_recorder, 0, sizeof(flow_recorder));
	machine.cpu.self = &machine.cpu;
	assert_int_equal(syscall(SYS_arch_prctl, ARCH_SET_GS, &machine.cpu), 0);
	use_ring_of(EVENTS);
	flow_recorder.is_on = true;
	machine.a.task.thread = 1;
	machine.b.task.thread = 2;
	flow_task_reset();
	flow_ports_begin(1);
	flow_resources_begin(&(struct flow_run){.script = &script});
	return 0;
}

static const struct flow_event *event(unsigned nth)
{
	assert_true(ring()->first + nth < ring()->next);
	return &ring()->first[nth];
}

/* The events from the nth on are of these kinds, and no more follow. */
static void assert_kinds(unsigned nth, const uint8_t *kinds, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(event(nth + i)->kind, kinds[i]);
	assert_ptr_equal(ring()->next, ring()->first + nth + count);
}

#define ASSERT_KINDS(nth, ...) \
	assert_kinds(nth, (const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}))

/* ---- The ring ---- */

TEST(an_event_is_recorded_as_it_was_given)
{
	struct flow_task task = {.number = 0x01000007, .thread = 9};
	uint64_t time = flow_record(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &task, 5, 6);

	assert_int_equal(event(0)->time, time);
	assert_int_equal(event(0)->subtask, 0x01000007);
	assert_int_equal(event(0)->other, 5);
	assert_int_equal(event(0)->object, 6);
	assert_int_equal(event(0)->thread, 9);
	assert_int_equal(event(0)->node, 0);
	assert_int_equal(event(0)->cpu, 3);
	assert_int_equal(event(0)->kind, FLOW_WAIT);
	assert_int_equal(event(0)->flags, FLOW_BLOCKED);
}

TEST(who_works_for_nobody_leaves_no_event)
{
	struct flow_task task = {.thread = 9};

	flow_event(FLOW_BEGIN_USE, &task, 0, MODULE);
	assert_ptr_equal(ring()->next, ring()->first);
}

TEST(a_recorder_that_is_off_leaves_no_event)
{
	struct flow_task task = {.number = 1};

	flow_recorder.is_on = false;
	flow_event(FLOW_BEGIN_USE, &task, 0, MODULE);
	assert_ptr_equal(ring()->next, ring()->first);
}

TEST(a_full_ring_keeps_its_events_and_says_how_many_it_lost)
{
	struct flow_task task = {.number = 1};
	uint64_t first_lost;

	use_ring_of(2);
	flow_record(FLOW_BEGIN_USE, &task, 0, MODULE);
	flow_record(FLOW_END_USE, &task, 0, MODULE);
	first_lost = flow_record(FLOW_BEGIN_USE, &task, 0, MODULE);
	flow_record(FLOW_END_USE, &task, 0, MODULE);
	assert_int_equal(ring()->lost, 2);
	assert_int_equal(flow_ring_close(ring()), 3);
	assert_int_equal(flow_ring_close(ring()), 3);
	ASSERT_KINDS(0, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_LOST);
	assert_int_equal(event(2)->other, 2);
	assert_int_equal(event(2)->time, first_lost);
	assert_int_equal(event(2)->cpu, 3);
}

/* ---- Sub-tasks ---- */

TEST(an_interaction_ends_with_the_last_of_its_sub_tasks)
{
	struct flow_task task, child;

	assert_int_equal(flow_task_begin(&task), 0);
	flow_task_fork(FLOW_CREATE, &task, &child, 2, 0);
	flow_task_finish(FLOW_FINISH, &task);
	assert_int_equal(flow_task_unfinished(), 1);
	flow_task_finish(FLOW_FINISH, &child);
	assert_int_equal(flow_task_unfinished(), 0);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_CREATE, FLOW_FINISH, FLOW_FINISH);
	assert_int_equal(flow_task_last_source(), 1);
	assert_int_equal(flow_task_last_response_ticks(), event(3)->time - event(0)->time);
}

TEST(a_response_is_timed_while_nothing_is_recorded)
{
	struct flow_task task;

	flow_recorder.is_on = false;
	assert_int_equal(flow_task_begin(&task), 0);
	flow_task_finish(FLOW_FINISH, &task);
	assert_true(flow_task_last_response_ticks() > 0);
	assert_ptr_equal(ring()->next, ring()->first);
}

TEST(more_interactions_than_there_is_room_for_are_refused)
{
	struct flow_task task;

	for (unsigned i = 0; i < FLOW_INTERACTIONS_MAX; i++)
		assert_int_equal(flow_task_begin(&task), 0);
	assert_int_equal(flow_task_begin(&task), -ENOMEM);
}

/* ---- Messages: the cases of figure 2 ---- */

/* A and B work for the same task from now on; three events. */
static void work_together(void)
{
	flow_task_begin(&machine.a.task);
	machine.a.task.thread = 1;
	flow_task_fork(FLOW_CREATE, &machine.a.task, &machine.b.task, 2, 0);
}

TEST(a_blocking_send_before_its_receive_waits_for_it)
{
	work_together();
	machine.current = &machine.a;
	flow_port_send(PORT, 7, true);
	assert_int_equal(machine.sleeps, 1);
	machine.current = &machine.b;
	assert_int_equal(flow_port_receive(PORT), 7);
	assert_ptr_equal(machine.woken, &machine.a);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN, FLOW_UNBLOCK, FLOW_UNBLOCKED);
	assert_int_equal(event(2)->flags, FLOW_BLOCKED);
	assert_int_equal(event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(event(3)->subtask, event(2)->other);
	assert_int_equal(event(4)->other, event(2)->other);
	assert_int_equal(event(6)->subtask, event(2)->subtask);
	assert_int_equal(event(6)->other, event(5)->other);
}

TEST(a_blocking_send_after_its_receive_need_not_wait)
{
	work_together();
	machine.current = &machine.b;
	flow_port_receive(PORT);
	machine.current = &machine.a;
	flow_port_send(PORT, 7, true);
	assert_int_equal(machine.sleeps, 1);
	assert_int_equal(machine.wakes, 1);
	assert_ptr_equal(machine.woken, &machine.b);
	assert_int_equal(machine.b.word, 7);
	ASSERT_KINDS(2, FLOW_WAIT, FLOW_SEND, FLOW_RECEIVE_JOIN, FLOW_UNBLOCK, FLOW_UNBLOCKED);
}

TEST(a_free_send_before_its_receive_goes_on)
{
	work_together();
	machine.current = &machine.a;
	flow_port_send(PORT, 7, false);
	machine.current = &machine.b;
	assert_int_equal(flow_port_receive(PORT), 7);
	assert_int_equal(machine.sleeps, 0);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
	assert_int_equal(event(2)->flags, 0);
}

TEST(a_free_send_after_its_receive_wakes_the_receiver)
{
	work_together();
	machine.current = &machine.b;
	flow_port_receive(PORT);
	machine.current = &machine.a;
	flow_port_send(PORT, 7, false);
	assert_ptr_equal(machine.woken, &machine.b);
	ASSERT_KINDS(2, FLOW_WAIT, FLOW_SEND, FLOW_RECEIVE_JOIN);
	assert_int_equal(event(2)->flags, FLOW_BLOCKED);
}

TEST(a_receive_that_does_not_block_tells_what_it_found)
{
	uint32_t word = 0;

	work_together();
	machine.current = &machine.b;
	assert_false(flow_port_try_receive(PORT, &word));
	machine.current = &machine.a;
	flow_port_send(PORT, 7, false);
	machine.current = &machine.b;
	assert_true(flow_port_try_receive(PORT, &word));
	assert_int_equal(word, 7);
	ASSERT_KINDS(2, FLOW_POLL, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
}

TEST(who_works_for_nobody_goes_on_with_the_message_s_sub_task)
{
	machine.current = &machine.b;
	flow_port_receive(PORT);
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	assert_int_equal(machine.b.word, 'x');
	assert_int_equal(machine.b.task.number, event(0)->subtask);
	assert_int_equal(machine.b.task.thread, 2);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_RECEIVE);
	assert_int_equal(event(1)->thread, 2);
}

TEST(who_works_for_another_task_is_done_with_that_first)
{
	flow_task_begin(&machine.b.task);
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	machine.current = &machine.b;
	flow_port_receive(PORT);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_ACTION, FLOW_ENQUEUE, FLOW_FINISH, FLOW_RECEIVE, FLOW_START);
	assert_int_equal(event(3)->subtask, event(0)->subtask);
	assert_int_equal(event(4)->subtask, event(1)->subtask);
}

/* Section 3.3: a message that waits for a thread of its own task is joined when it is received. */
TEST(a_thread_asking_for_its_next_message_joins_one_of_its_own_task)
{
	work_together();
	machine.current = &machine.a;
	flow_port_send(PORT, 7, false);
	machine.current = &machine.b;
	assert_int_equal(flow_port_next(PORT), 7);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
	assert_int_equal(event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(event(4)->flags, FLOW_TAKES_OVER);
	assert_int_equal(event(4)->subtask, event(1)->other);
}

TEST(a_thread_asking_for_its_next_message_is_done_with_its_task_if_another_s_comes_first)
{
	work_together();
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	machine.current = &machine.a;
	flow_port_send(PORT, 7, false);
	machine.current = &machine.b;
	assert_int_equal(flow_port_next(PORT), 'x');
	ASSERT_KINDS(2, FLOW_ACTION, FLOW_ENQUEUE, FLOW_SEND, FLOW_ENQUEUE, FLOW_FINISH,
		     FLOW_RECEIVE, FLOW_START);
}

TEST(an_action_without_room_for_its_message_is_refused)
{
	for (unsigned i = 0; i < FLOW_MESSAGES_MAX; i++) {
		machine.current = &machine.a;
		flow_port_send(PORT, i, false);
	}
	assert_int_equal(machine.sleeps, 0);
	assert_int_equal(flow_port_act(PORT, 'x'), -ENOMEM);
	assert_int_equal(flow_task_unfinished(), 0);
}

/* ---- Devices and locks ---- */

TEST(a_device_serves_one_after_the_other)
{
	work_together();
	machine.current = &machine.a;
	flow_device_use(DEVICE, 0);
	machine.current = &machine.b;
	flow_device_use(DEVICE, 0);
	assert_true(flow_resource_devices.is_busy(0));
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST);
	assert_int_equal(event(2)->flags, 0);
	assert_int_equal(event(4)->flags, FLOW_BLOCKED);
	flow_resource_devices.serve();
	assert_ptr_equal(machine.woken, &machine.a);
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST, FLOW_DEVICE_END,
		     FLOW_UNBLOCK, FLOW_UNBLOCKED, FLOW_DEVICE_START);
	assert_int_equal(event(6)->subtask, event(0)->subtask);
	assert_int_equal(event(7)->subtask, event(1)->other);
	assert_int_equal(event(7)->other, event(6)->other);
	assert_int_equal(event(8)->other, DEVICE_QUEUE);
	flow_resource_devices.serve();
	assert_ptr_equal(machine.woken, &machine.b);
	assert_false(flow_resource_devices.is_busy(0));
	assert_int_equal(flow_resource_devices.deadline(), UINT64_MAX);
}

TEST(a_disk_reads_the_block_that_it_is_asked_for)
{
	machine.current = &machine.a;
	machine.a.word = 0x200 | 5;
	flow_device_use(DISK, 0);
	flow_resource_devices.serve();
	assert_int_equal(machine.a.word, FLOW_WORD_BLOCK | 5);
}

TEST(a_request_is_not_served_before_its_time)
{
	machine.current = &machine.a;
	flow_device_use(DEVICE, UINT32_MAX);
	flow_resource_devices.serve();
	assert_int_equal(machine.wakes, 0);
	assert_int_equal(flow_resource_devices.deadline(), machine.a.request.deadline_tsc);
}

TEST(a_lock_is_given_to_who_waits_for_it)
{
	work_together();
	machine.current = &machine.a;
	flow_resource_lock(LOCK);
	machine.current = &machine.b;
	flow_resource_lock(LOCK);        /* its sleep returns at once here */
	assert_int_equal(machine.sleeps, 1);
	machine.current = &machine.a;
	flow_resource_unlock(LOCK);
	assert_ptr_equal(machine.woken, &machine.b);
	ASSERT_KINDS(2, FLOW_BEGIN_USE, FLOW_WAIT, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_UNBLOCK,
		     FLOW_UNBLOCKED, FLOW_END_USE, FLOW_BEGIN_USE);
	assert_int_equal(event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(event(3)->object, LOCK);
	assert_int_equal(event(4)->object, LOCK_QUEUE);
	assert_int_equal(event(6)->subtask, event(0)->subtask);
	assert_int_equal(event(7)->subtask, event(1)->other);
	assert_int_equal(event(7)->other, event(6)->other);
}

/* Nothing joins: the two are of different networks. */
TEST(a_lock_that_another_task_gives_up_ends_the_wait_and_nothing_else)
{
	flow_task_begin(&machine.a.task);
	flow_task_begin(&machine.b.task);
	machine.current = &machine.a;
	flow_resource_lock(LOCK);
	machine.current = &machine.b;
	flow_resource_lock(LOCK);
	machine.current = &machine.a;
	flow_resource_unlock(LOCK);
	ASSERT_KINDS(2, FLOW_BEGIN_USE, FLOW_WAIT, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_RESUME,
		     FLOW_END_USE, FLOW_BEGIN_USE);
	assert_int_equal(event(6)->subtask, event(1)->subtask);
}

TEST(a_device_that_served_another_task_ends_the_wait_and_nothing_else)
{
	flow_task_begin(&machine.a.task);
	flow_task_begin(&machine.b.task);
	machine.current = &machine.a;
	flow_device_use(DEVICE, 0);
	machine.current = &machine.b;
	flow_device_use(DEVICE, 0);
	flow_resource_devices.serve();
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST, FLOW_DEVICE_END, FLOW_RESUME,
		     FLOW_DEVICE_START);
}

/* ---- Meters ---- */

#define BIT(object) (1ull << (object))

static void meter_module(void)
{
	flow_recorder.is_metered = true;
	flow_recorder.metering = (struct flow_metering){
		.count = 2, .using = {0, BIT(MODULE)}, .states = {BIT(MODULE), 0},
	};
}

static void take_event(struct flow_meter *meter, unsigned kind_and_flags, uint64_t time)
{
	flow_meter_event(&flow_recorder.metering, meter, &(struct flow_event){
		.time = time, .object = MODULE, .kind = (uint8_t)kind_and_flags,
		.flags = (uint8_t)(kind_and_flags >> 8),
	});
}

TEST(a_meter_sums_up_the_time_in_a_state)
{
	struct flow_meter meter = {0};

	meter_module();
	take_event(&meter, FLOW_ACTION, 1000);
	take_event(&meter, FLOW_BEGIN_USE, 1010);
	take_event(&meter, FLOW_POLL, 1020);
	take_event(&meter, FLOW_END_USE, 1040);
	take_event(&meter, FLOW_FINISH, 1090);
	assert_int_equal(meter.ticks[0], 30);
	assert_int_equal(meter.ticks[1], 90);
}

TEST(a_join_goes_on_with_the_time_of_who_did_not_wait)
{
	struct flow_meter waiting = {.ticks = {5}, .since_tsc = 100};
	struct flow_meter late = {.ticks = {70}, .since_tsc = 180, .objects = BIT(MODULE)};

	meter_module();
	take_event(&waiting, FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), 120);
	take_event(&waiting, FLOW_RECEIVE_JOIN, 200);
	flow_meter_join(&flow_recorder.metering, &waiting, &late);
	assert_int_equal(waiting.ticks[0], 70 + 20);
	assert_int_equal(waiting.objects, 0);
	assert_false(waiting.is_blocked);
}

TEST(who_takes_over_uses_what_the_message_did_and_devices_of_its_own)
{
	struct flow_meter meter = {.objects = BIT(DEVICE) | BIT(LOCK)};
	const struct flow_meter message = {.objects = BIT(MODULE) | BIT(PORT)};

	meter_module();
	flow_recorder.metering.not_inherited = BIT(DEVICE) | BIT(PORT);
	assert_int_equal(flow_meter_take_over(&flow_recorder.metering, &meter, &message), 3);
	assert_int_equal(meter.objects, BIT(DEVICE) | BIT(MODULE));
}

TEST(a_join_keeps_its_own_time_if_the_other_waited)
{
	struct flow_meter late = {.ticks = {70}, .since_tsc = 180};
	struct flow_meter waiting = {.ticks = {5}, .since_tsc = 100, .is_blocked = true};

	meter_module();
	take_event(&late, FLOW_RECEIVE_JOIN, 200);
	flow_meter_join(&flow_recorder.metering, &late, &waiting);
	assert_int_equal(late.ticks[0], 70);
}

TEST(a_wait_that_ends_without_a_join_was_none)
{
	struct flow_meter meter = {0};

	meter_module();
	take_event(&meter, FLOW_WITH(FLOW_BLOCKED, FLOW_ENQUEUE), 10);
	take_event(&meter, FLOW_RECEIVE, 20);
	assert_false(meter.is_blocked);
}

TEST(a_new_sub_task_inherits_what_is_no_cpu_queue_or_device)
{
	struct flow_meter meter = {.objects = BIT(MODULE) | BIT(DEVICE), .is_blocked = true}, child;

	meter_module();
	flow_recorder.metering.not_inherited = BIT(DEVICE);
	flow_meter_fork(&flow_recorder.metering, &meter, &child);
	assert_int_equal(child.objects, BIT(MODULE));
	assert_false(child.is_blocked);
}

TEST(an_interaction_counts_where_it_used_what_was_asked_for)
{
	struct flow_task task;

	meter_module();
	flow_task_begin(&task);
	flow_task_finish(FLOW_FINISH, &task);
	flow_task_begin(&task);
	flow_event(FLOW_BEGIN_USE, &task, 0, MODULE);
	flow_event(FLOW_END_USE, &task, 0, MODULE);
	flow_task_finish(FLOW_FINISH, &task);
	assert_int_equal(flow_recorder.metering.interactions[0], 2);
	assert_int_equal(flow_recorder.metering.interactions[1], 1);
	assert_int_equal(flow_recorder.metering.response_ticks[1], flow_task_last_response_ticks());
	assert_int_equal(flow_recorder.metering.state_ticks[0], event(4)->time - event(3)->time);
	assert_int_equal(flow_recorder.metering.state_ticks[1], flow_task_last_response_ticks());
}

#define RESET(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(an_event_is_recorded_as_it_was_given),
		RESET(who_works_for_nobody_leaves_no_event),
		RESET(a_recorder_that_is_off_leaves_no_event),
		RESET(a_full_ring_keeps_its_events_and_says_how_many_it_lost),
		RESET(an_interaction_ends_with_the_last_of_its_sub_tasks),
		RESET(a_response_is_timed_while_nothing_is_recorded),
		RESET(more_interactions_than_there_is_room_for_are_refused),
		RESET(a_blocking_send_before_its_receive_waits_for_it),
		RESET(a_blocking_send_after_its_receive_need_not_wait),
		RESET(a_free_send_before_its_receive_goes_on),
		RESET(a_free_send_after_its_receive_wakes_the_receiver),
		RESET(a_receive_that_does_not_block_tells_what_it_found),
		RESET(who_works_for_nobody_goes_on_with_the_message_s_sub_task),
		RESET(who_works_for_another_task_is_done_with_that_first),
		RESET(a_thread_asking_for_its_next_message_joins_one_of_its_own_task),
		RESET(a_thread_asking_for_its_next_message_is_done_with_its_task_if_another_s_comes_first),
		RESET(an_action_without_room_for_its_message_is_refused),
		RESET(a_device_serves_one_after_the_other),
		RESET(a_disk_reads_the_block_that_it_is_asked_for),
		RESET(a_request_is_not_served_before_its_time),
		RESET(a_lock_is_given_to_who_waits_for_it),
		RESET(a_lock_that_another_task_gives_up_ends_the_wait_and_nothing_else),
		RESET(a_device_that_served_another_task_ends_the_wait_and_nothing_else),
		RESET(a_meter_sums_up_the_time_in_a_state),
		RESET(a_join_goes_on_with_the_time_of_who_did_not_wait),
		RESET(who_takes_over_uses_what_the_message_did_and_devices_of_its_own),
		RESET(a_join_keeps_its_own_time_if_the_other_waited),
		RESET(a_wait_that_ends_without_a_join_was_none),
		RESET(a_new_sub_task_inherits_what_is_no_cpu_queue_or_device),
		RESET(an_interaction_counts_where_it_used_what_was_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
